// What the events of a stream carry besides their date: of which type each is, which values occur, and where it comes from.

import type { Schemas } from "../../api/client.js";
import { RecordLink } from "../../shell/record-link.js";
import { formatNumber } from "../../ui/format.js";
import { List } from "../../ui/list.js";
import { Empty, Panel } from "../../ui/panel.js";

type Property = Schemas["StreamProperty"];
type Row = Property & { name: string };

export const Properties = ({
  properties,
  stream,
}: {
  properties: Readonly<Record<string, Property>>;
  stream: string;
}) => (
  <Panel title="What its events carry">
    <List<Row>
      label="Properties"
      rows={Object.entries(properties).map(([name, property]) => ({ name, ...property }))}
      rowKey={({ name }) => name}
      columns={[
        { header: "Property", value: ({ name }) => name, cell: ({ name }) => <code>{name}</code> },
        { header: "Holds", value: holds },
        { header: "Values", value: valuesOf },
        { header: "Read from", value: ({ emitted_by_datasets: from }) => from.length, cell: Sources },
      ]}
      empty={
        <Empty>
          Only their date{stream === "transaction" && " and value"}. Map further columns in the data map of
          the dataset to choose people by them.
        </Empty>
      }
    />
  </Panel>
);

const holds = ({ statistical_type: kind }: Property): string =>
  kind === "ordinal" ? "numbers" : kind === "multicategorical" ? "lists of texts" : "texts";

/** Of numbers, where tenths of the events begin; of texts, the most frequent. */
const valuesOf = ({ breaks, categories }: Property): string => {
  if (categories.length > 0)
    return categories.slice(0, 12).join(", ") + (categories.length > 12 ? ", …" : "");
  if (breaks.length === 0) return "none yet";
  const middle = breaks[Math.floor(breaks.length / 2)]!;
  return `a tenth below ${formatNumber(breaks[0]!)}, half below ${formatNumber(middle)}, a tenth from ${formatNumber(breaks.at(-1)!)} on`;
};

const Sources = ({ emitted_by_datasets: sources }: Property) =>
  sources.map(({ dataset_id, column_name }, index) => (
    <span key={dataset_id}>
      {index > 0 && ", "}
      <code>{column_name}</code> of <RecordLink kind="datasets" id={dataset_id} />
    </span>
  ));
