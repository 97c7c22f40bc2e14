// The page of a webhook: its state, secret, settings and messages.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { useEndpoints } from "../../api/account.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { useAllResources, useMutationOf } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { Button, Copy } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatMoment } from "../../ui/format.js";
import { List } from "../../ui/list.js";
import { Empty, Facts, Panel, Skeleton } from "../../ui/panel.js";
import { bodyOf, EndpointForm } from "./endpoint-form.js";
import { deliveryState, endpointState, eventLabels, isEvent } from "./state.js";

type Endpoint = Schemas["WebhookEndpoint"];
const up = { to: "/webhooks", label: "Webhooks" };
const addressed = (id: string) => ({ params: { path: { id } } });

const Webhook = ({ id }: { id: string }) => {
  const { data, error } = useEndpoints();
  const endpoint = data?.find((one) => one.id === id);
  if (endpoint) return <Existing endpoint={endpoint} />;
  return (
    <Page title="Webhook" up={up}>
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={8} />}
      {data && <p>This webhook does not exist. It may have been deleted.</p>}
    </Page>
  );
};
export default Webhook;

const Existing = ({ endpoint }: { endpoint: Endpoint }) => {
  const { id, url, status_error } = endpoint;
  const change = useMutationOf((body: object) =>
    answer(api.PATCH("/webhook_endpoints/{id}", { ...addressed(id), body: body as never })),
  );
  return (
    <Page
      title={URL.canParse(url) ? new URL(url).host : url}
      up={up}
      actions={<Actions endpoint={endpoint} />}
    >
      {status_error && <p role="alert">{status_error}</p>}
      <Panel title="Status">
        <Facts
          facts={[
            ["URL", url],
            ["State", endpointState(endpoint)],
            ["Description", endpoint.description],
            ["Created", formatMoment(endpoint.created_at)],
          ]}
        />
        <Secret endpoint={endpoint} />
      </Panel>
      <Panel title="Settings">
        <EndpointForm
          key={endpoint.updated_at}
          initial={{ url, description: endpoint.description ?? "", enabled_events: endpoint.enabled_events }}
          action="Save webhook"
          sending={change}
          onSave={(draft) => change.mutate(bodyOf(draft, null))}
        />
      </Panel>
      <Panel title="Messages">
        <Deliveries id={id} />
      </Panel>
    </Page>
  );
};

const Actions = ({ endpoint: { id, enabled, status } }: { endpoint: Endpoint }) => {
  const [isOpen, setOpen] = useState(false);
  const [, navigate] = useLocation();
  const test = useMutationOf(() => answer(api.POST("/webhook_endpoints/{id}/test", addressed(id))));
  const turn = useMutationOf((isOn: boolean) =>
    answer(api.PATCH("/webhook_endpoints/{id}", { ...addressed(id), body: { enabled: isOn } as never })),
  );
  const remove = useMutationOf(() => answer(api.DELETE("/webhook_endpoints/{id}", addressed(id))));
  const isOn = enabled && status !== "error";
  return (
    <>
      <Button isBusy={test.isPending} onClick={() => test.mutate(undefined)}>
        Send test message
      </Button>
      <Button isBusy={turn.isPending} onClick={() => turn.mutate(!isOn)}>
        {isOn ? "Disable" : "Enable"}
      </Button>
      <Button look="danger" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <p role="status" className="visually-hidden">
        {test.isSuccess && "Test message sent."}
      </p>
      <ErrorNotice problem={test.error ?? turn.error} />
      {isOpen && (
        <Confirm
          title="Delete this webhook?"
          action="Delete webhook"
          isDangerous
          isBusy={remove.isPending}
          problem={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate("/webhooks") })}
          onCancel={() => setOpen(false)}
        >
          <p>Messages stop, and the secret is deleted.</p>
        </Confirm>
      )}
    </>
  );
};

type Delivery = Schemas["WebhookDelivery"];
const againMs = 5000;

const Deliveries = ({ id }: { id: string }) => {
  const { data, error } = useQuery({
    queryKey: ["webhook_endpoints", id, "deliveries"],
    queryFn: () => answer(api.GET("/webhook_endpoints/{id}/deliveries", { params: { path: { id } } })),
    // No notice reports messages.
    refetchInterval: ({ state }) =>
      state.data?.some(({ state: one }) => one === "waiting") ? againMs : false,
  });
  const { records = [] } = useAllResources();
  if (error) return <ErrorNotice problem={error} />;
  if (!data) return <Skeleton />;
  return (
    <List<Delivery>
      label="All messages"
      rows={data}
      rowKey={({ id: key }) => key}
      columns={[
        {
          header: "Created",
          value: ({ created_at }) => created_at,
          cell: ({ created_at }) => formatMoment(created_at),
        },
        { header: "Event", value: ({ type }) => (isEvent(type) ? eventLabels[type] : "Test") },
        { header: "Resource", value: ({ body }) => nameIn(body, records) },
        { header: "State", value: ({ state }) => state, cell: deliveryState, isFilter: true },
        { header: "Answer", value: ({ error: why, response_status: status }) => why ?? status?.toString() },
        { header: "Message", value: ({ body }) => body, cell: Body },
      ]}
      empty={<Empty>No messages in the last 30 days. Use “Send test message” to check the connection.</Empty>}
    />
  );
};

const nameIn = (body: string, records: readonly { id: string; name: string }[]): string | undefined => {
  const { resource_id } = (JSON.parse(body) as { data: { resource_id: string } }).data;
  return records.find(({ id }) => id === resource_id)?.name;
};

const Body = ({ body }: Delivery) => (
  <details>
    <summary>Show</summary>
    <pre className="small">{JSON.stringify(JSON.parse(body), null, 2)}</pre>
  </details>
);

const Secret = ({ endpoint: { id, secret, previous_secret_until: until } }: { endpoint: Endpoint }) => {
  const [isReplacing, setReplacing] = useState(false);
  const rotate = useMutationOf(() =>
    answer(api.POST("/webhook_endpoints/{id}/rotate_secret", addressed(id))),
  );
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <h3>Secret</h3>
      <p className="small soft">
        Each message is signed by HMAC-SHA256 over <code>id.timestamp.body</code>. Verify the header{" "}
        <code>webhook-signature</code> before you trust a message.
      </p>
      {isShown ? (
        <Copy text={secret} label="secret" />
      ) : (
        <Button onClick={() => setShown(true)}>Show secret</Button>
      )}{" "}
      <Button onClick={() => setReplacing(true)}>Replace secret</Button>
      {until && Date.parse(until) > Date.now() && (
        <p role="status">Messages are signed with the previous secret too until {formatMoment(until)}.</p>
      )}
      {isReplacing && (
        <Confirm
          title="Replace the secret?"
          action="Replace secret"
          isBusy={rotate.isPending}
          problem={rotate.error}
          onConfirm={() => rotate.mutate(undefined, { onSuccess: () => setReplacing(false) })}
          onCancel={() => setReplacing(false)}
        >
          <p>Change it in your receiver within 24 hours. Until then messages are signed with both secrets.</p>
        </Confirm>
      )}
    </div>
  );
};
