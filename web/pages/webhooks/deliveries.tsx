// What was sent to an endpoint in the last 30 days, and what came of it.

import { useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api/client.js";
import { useEverything } from "../../api/everything.js";
import { formatMoment } from "../../ui/format.js";
import { List } from "../../ui/list.js";
import { Empty, Waiting } from "../../ui/panel.js";
import { Trouble } from "../../ui/trouble.js";
import { deliveryState, eventWords, isEvent } from "./words.js";

type Delivery = Schemas["WebhookDelivery"];
const againMs = 5000;

export const Deliveries = ({ id }: { id: string }) => {
  const { data, error } = useQuery({
    queryKey: ["webhook_endpoints", id, "deliveries"],
    queryFn: () => answer(api.GET("/webhook_endpoints/{id}/deliveries", { params: { path: { id } } })),
    // Messages are not among the notices.
    refetchInterval: ({ state }) =>
      state.data?.some(({ state: one }) => one === "waiting") ? againMs : false,
  });
  const { records = [] } = useEverything();
  if (error) return <Trouble problem={error} />;
  if (!data) return <Waiting />;
  return (
    <List<Delivery>
      label="Messages"
      rows={data}
      rowKey={({ id: key }) => key}
      columns={[
        {
          header: "Written",
          value: ({ created_at }) => created_at,
          cell: ({ created_at }) => formatMoment(created_at),
        },
        { header: "Tells", value: ({ type }) => (isEvent(type) ? eventWords[type] : "A test") },
        { header: "Of", value: ({ body }) => nameIn(body, records) },
        { header: "State", value: ({ state }) => state, cell: deliveryState, isFilter: true },
        { header: "Answer", value: ({ error: why, response_status: status }) => why ?? status?.toString() },
        { header: "Message", value: ({ body }) => body, cell: Body },
      ]}
      empty={
        <Empty>Nothing was sent in the last 30 days. “Send a test” tries whether messages arrive.</Empty>
      }
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
