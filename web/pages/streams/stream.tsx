// One stream: how much happened and when, which datasets told of it, and what its events carry.

import { useMemo } from "react";
import type { Schemas } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { ShareBars } from "../../charts/share-bars.js";
import { RecordPage } from "../../shell/record-page.js";
import { RecordLink } from "../../shell/relations.js";
import { formatCount, formatDay, formatNumber } from "../../ui/format.js";
import { List } from "../../ui/list.js";
import { Empty, Facts, Panel } from "../../ui/panel.js";
import { OverTime } from "./over-time.js";

const StreamPage = ({ id }: { id: string }) => (
  <RecordPage kind="streams" id={id}>
    {(stream) => (
      <>
        <Summary stream={stream} />
        {stream.is_dated && stream.events_by_month && (
          <OverTime months={stream.events_by_month} name={stream.stream_name} />
        )}
        <Contributions contributions={stream.event_contribution_by_dataset} />
        <Properties properties={stream.properties} stream={stream.stream_name} />
      </>
    )}
  </RecordPage>
);
export default StreamPage;

const Summary = ({ stream }: { stream: Records["streams"] }) => (
  <Panel title="What it holds">
    {stream.event_count ? (
      <Facts
        facts={[
          ["Events", formatCount(stream.event_count)],
          ["People", stream.people_count !== undefined && formatCount(stream.people_count)],
          ["First event", stream.oldest_date && formatDay(stream.oldest_date)],
          ["Newest event", stream.newest_date && formatDay(stream.newest_date)],
          ["Dates", stream.is_dated ? "every event has one" : "some events have none"],
          ["Value", stream.has_value ? "events are worth money" : "none is mapped"],
          ["Name in definitions", <code key="name">{stream.stream_name}</code>],
        ]}
      />
    ) : (
      <Empty>
        Nothing has happened in it yet. Events come when a dataset that outputs to it has been read.
      </Empty>
    )}
    {stream.is_dated === false && (
      <p>
        Without dates, nothing can be learned from when people did what. Map a datetime in every dataset that
        outputs to this stream.
      </p>
    )}
  </Panel>
);

// Which datasets the events of a stream come from, and how many from each.

export const Contributions = ({ contributions }: { contributions: Readonly<Record<string, number>> }) => {
  const { data: datasets } = useList("datasets");
  const parts = useMemo(() => {
    const all = Object.values(contributions).reduce((sum, events) => sum + events, 0);
    const nameOf = (id: string) => datasets?.find((dataset) => dataset.id === id)?.name ?? id;
    return Object.entries(contributions)
      .sort(([, a], [, b]) => b - a)
      .map(([id, count]) => ({ label: nameOf(id), count, share: all === 0 ? 0 : count / all }));
  }, [contributions, datasets]);
  return (
    <Panel title="Where its events come from">
      {parts.length === 0 ? (
        <Empty>No dataset has given it events yet.</Empty>
      ) : (
        <>
          <ShareBars
            title="Events by dataset"
            parts={parts}
            counted="Events"
            labelled="Dataset"
            fileName="events-by-dataset"
          />
          <p className="small">
            {Object.keys(contributions).map((id, index) => (
              <span key={id}>
                {index > 0 && ", "}
                <RecordLink kind="datasets" id={id} />
              </span>
            ))}
          </p>
        </>
      )}
    </Panel>
  );
};

// What the events of a stream carry besides their date: of which type each is, which values occur, and where it comes from.

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
