// The page of a trigger: its condition, what the last build found, and whom it reported.

import { Link } from "wouter";
import { useEndpoints } from "../../api/account.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { usePart } from "../../api/resources.js";
import { Allowed } from "../../shell/allowed.js";
import { RecordPage } from "../../shell/record-page.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Sentence } from "../../ui/form.js";
import { formatCount, formatMoment } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Empty, Facts, Panel, Skeleton } from "../../ui/panel.js";
import { useTriggerSentence } from "./sentences.js";

const TriggerPage = ({ id }: { id: string }) => (
  <RecordPage
    kind="triggers"
    id={id}
    actions={() => <ButtonLink to={`${pageOf("triggers", id)}/edit`}>Edit</ButtonLink>}
  >
    {(trigger) => (
      <>
        <Condition trigger={trigger} />
        <Allowed to="read">
          <Reported id={trigger.id} />
        </Allowed>
      </>
    )}
  </RecordPage>
);
export default TriggerPage;

const Condition = ({ trigger }: { trigger: Records["triggers"] }) => {
  const sentence = useTriggerSentence()(trigger);
  const { data: endpoints = [] } = useEndpoints();
  const { last_evaluation: last, watched_count, data_through, webhook_endpoint_id: wanted } = trigger;
  return (
    <Panel title="Condition">
      <Sentence>{sentence ?? "\u00a0"}</Sentence>
      {last?.is_first && (
        <p role="status">
          The last build remembered where each customer is, and reported nobody.
          {last.rehearsed !== undefined &&
            ` Between the two builds before, it would have reported ${formatCount(last.rehearsed)}.`}
        </p>
      )}
      <Facts
        facts={[
          ["Customers watched", watched_count !== undefined && formatCount(watched_count)],
          ["Reported by the last build", last && formatCount(last.reported + last.more)],
          ["Data until", data_through && formatMoment(data_through)],
          ["Webhook", <Receiver key="webhook" wanted={wanted} endpoints={endpoints} />],
        ]}
      />
    </Panel>
  );
};

interface ReceiverProps {
  /** ID of the endpoint; undefined: all that receive the event. */
  wanted: string | undefined;
  endpoints: readonly Schemas["WebhookEndpoint"][];
}

const Receiver = ({ wanted, endpoints }: ReceiverProps) => {
  if (wanted === undefined) return <Link to="/webhooks">All that receive this event</Link>;
  const endpoint = endpoints.find(({ id }) => id === wanted);
  return endpoint ? (
    <Link to={`/webhooks/${endpoint.id}`}>{endpoint.url}</Link>
  ) : (
    <>Deleted: messages are sent nowhere</>
  );
};

type Message = Schemas["TriggerMessage"];
type Row = Message["people"][number] & { message: Message };

const deliveryText = ({ deliveries }: Message): string => {
  if (deliveries.length === 0) return "No webhook";
  const states = deliveries.map(({ state }) => state);
  if (states.includes("waiting")) return "Waiting";
  return states.includes("failed") ? "Failed" : "Delivered";
};

const columns: readonly Column<Row>[] = [
  {
    header: "Customer",
    value: ({ name, email, customer_id }) => name ?? email ?? customer_id,
    cell: ({ person_id, name, email, customer_id }) => (
      <Link to={`/people/${person_id}`}>{name ?? email ?? customer_id ?? person_id}</Link>
    ),
  },
  { header: "What happened", value: ({ text }) => text },
  {
    header: "Reported",
    value: ({ message }) => message.created_at,
    cell: ({ message }) => formatMoment(message.created_at),
  },
  { header: "Message", value: ({ message }) => deliveryText(message), isFilter: true },
];

const Reported = ({ id }: { id: string }) => {
  const { data: messages, error } = usePart("triggers", id, "messages", () =>
    answer(api.GET("/triggers/{id}/messages", { params: { path: { id } } })),
  );
  if (error) return <ErrorNotice problem={error} />;
  return (
    <Panel title="Reported customers">
      {messages ? (
        <List
          label="Reported customers"
          rows={messages.flatMap((message) => message.people.map((person) => ({ ...person, message })))}
          rowKey={({ person_id, message }) => `${message.id} ${person_id}`}
          columns={columns}
          empty={<Empty>Nobody was reported in the last 30 days.</Empty>}
        />
      ) : (
        <Skeleton rows={6} />
      )}
    </Panel>
  );
};
