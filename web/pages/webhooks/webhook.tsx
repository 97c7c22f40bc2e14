// One webhook endpoint: whether messages reach it, its secret, what was sent to it, and how it is changed.

import { useState } from "react";
import { useLocation } from "wouter";
import { useEndpoints } from "../../api/account.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { useChanging } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/confirm.js";
import { formatMoment } from "../../ui/format.js";
import { Facts, Panel, Waiting } from "../../ui/panel.js";
import { Trouble } from "../../ui/trouble.js";
import { Deliveries } from "./deliveries.js";
import { bodyOf, EndpointForm } from "./endpoint-form.js";
import { Secret } from "./secret.js";
import { endpointState } from "./words.js";

type Endpoint = Schemas["WebhookEndpoint"];
const up = { to: "/webhooks", label: "Webhooks" };
const addressed = (id: string) => ({ params: { path: { id } } });

const Webhook = ({ id }: { id: string }) => {
  const { data, error } = useEndpoints();
  const endpoint = data?.find((one) => one.id === id);
  if (endpoint) return <Known endpoint={endpoint} />;
  return (
    <Page title="Webhook" up={up}>
      <Trouble problem={error} />
      {!data && !error && <Waiting rows={8} />}
      {data && <p>There is no such webhook. Perhaps it was deleted.</p>}
    </Page>
  );
};
export default Webhook;

const Known = ({ endpoint }: { endpoint: Endpoint }) => {
  const { id, url, status_error } = endpoint;
  const change = useChanging((body: object) =>
    answer(api.PATCH("/webhook_endpoints/{id}", { ...addressed(id), body: body as never })),
  );
  return (
    <Page
      title={URL.canParse(url) ? new URL(url).host : url}
      up={up}
      actions={<Actions endpoint={endpoint} />}
    >
      {status_error && <p role="alert">{status_error}</p>}
      <Panel title="How it is">
        <Facts
          facts={[
            ["Address", url],
            ["State", endpointState(endpoint)],
            ["For", endpoint.description],
            ["Since", formatMoment(endpoint.created_at)],
          ]}
        />
        <Secret secret={endpoint.secret} />
      </Panel>
      <Panel title="Change it">
        <EndpointForm
          key={endpoint.updated_at}
          initial={{ url, description: endpoint.description ?? "", enabled_events: endpoint.enabled_events }}
          action="Save the webhook"
          sending={change}
          onSave={(draft) => change.mutate(bodyOf(draft, null))}
        />
      </Panel>
      <Panel title="What was sent">
        <Deliveries id={id} />
      </Panel>
    </Page>
  );
};

const Actions = ({ endpoint: { id, enabled, status } }: { endpoint: Endpoint }) => {
  const [isAsked, setAsked] = useState(false);
  const [, navigate] = useLocation();
  const test = useChanging(() => answer(api.POST("/webhook_endpoints/{id}/test", addressed(id))));
  const turn = useChanging((isOn: boolean) =>
    answer(api.PATCH("/webhook_endpoints/{id}", { ...addressed(id), body: { enabled: isOn } as never })),
  );
  const remove = useChanging(() => answer(api.DELETE("/webhook_endpoints/{id}", addressed(id))));
  const isOn = enabled && status !== "error";
  return (
    <>
      <Button isBusy={test.isPending} onClick={() => test.mutate(undefined)}>
        Send a test
      </Button>
      <Button isBusy={turn.isPending} onClick={() => turn.mutate(!isOn)}>
        {isOn ? "Switch off" : "Switch on"}
      </Button>
      <Button look="danger" onClick={() => setAsked(true)}>
        Delete
      </Button>
      <p role="status" className="visually-hidden">
        {test.isSuccess && "A test message is on its way."}
      </p>
      <Trouble problem={test.error ?? turn.error} />
      {isAsked && (
        <Confirm
          title="Delete this webhook?"
          action="Delete the webhook"
          isDangerous
          isBusy={remove.isPending}
          problem={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate("/webhooks") })}
          onCancel={() => setAsked(false)}
        >
          <p>Its address is not told of anything any more, and its secret is gone.</p>
        </Confirm>
      )}
    </>
  );
};
