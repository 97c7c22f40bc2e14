// The page of a stream: its events over time, the datasets they come from, and their properties.

import { useMemo } from "react";
import type { Schemas } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { ShareBars } from "../../charts/share-bars.js";
import { useStreamCurrency } from "../../shell/basis.js";
import { RecordPage } from "../../shell/record-page.js";
import { RecordLink } from "../../shell/relations.js";
import { formatCount, formatDay, formatNumber } from "../../ui/format.js";
import { List } from "../../ui/list.js";
import { Empty, Facts, Fold, Panel } from "../../ui/panel.js";
import { OverTime } from "./over-time.js";
import { Retention } from "./retention-figure.js";
import { statesFold } from "./states.js";
import { StatesFigure } from "./states-figure.js";
import { TreatmentTest } from "./treatment.js";

const StreamPage = ({ id }: { id: string }) => (
  <RecordPage kind="streams" id={id}>
    {(stream) => (
      <>
        <Summary stream={stream} />
        {stream.is_dated && stream.events_by_month && (
          <OverTime months={stream.events_by_month} name={stream.stream_name} />
        )}
        {stream.is_dated && !stream.is_recurring && (
          <>
            <StatesFold stream={stream} />
            <RetentionFold stream={stream} />
          </>
        )}
        {stream.is_dated && <TreatmentFold stream={stream} />}
        <Contributions contributions={stream.event_contribution_by_dataset as Record<string, number>} />
        <Properties properties={stream.properties} stream={stream.stream_name} />
      </>
    )}
  </RecordPage>
);
export default StreamPage;

const Summary = ({ stream }: { stream: Records["streams"] }) => (
  <Panel title="Summary">
    {stream.event_count ? (
      <Facts
        facts={[
          ["Events", formatCount(stream.event_count)],
          ["People", stream.people_count !== undefined && formatCount(stream.people_count)],
          ["First event", stream.oldest_date && formatDay(stream.oldest_date)],
          ["Newest event", stream.newest_date && formatDay(stream.newest_date)],
          ["Dates", stream.is_dated ? "on every event" : "missing on some events"],
          ["Amount", stream.has_value ? "mapped" : "not mapped"],
          ["Name in the API", <code key="name">{stream.stream_name}</code>],
        ]}
      />
    ) : (
      <Empty>No events yet. They appear once a dataset that outputs to this stream is read.</Empty>
    )}
    {stream.is_recurring && (
      <p>
        An event is the beginning of something that is paid until it ends. Who is active, and who will leave,
        is on the page of a prediction of its ends.
      </p>
    )}
    {stream.is_dated === false && (
      <p>Predictions need dates. Map a date in every dataset that outputs to this stream.</p>
    )}
  </Panel>
);

const StatesFold = ({ stream: { id, stream_name } }: { stream: Records["streams"] }) => (
  <Fold title={statesFold.title} finding={statesFold.finding}>
    <StatesFigure id={id} name={stream_name} />
  </Fold>
);

const TreatmentFold = ({ stream }: { stream: Records["streams"] }) => (
  <Fold
    title="What these contacts did"
    finding="For a stream of contacts, such as sent mails: whether chance decided who got one and, only then, what they brought."
  >
    <TreatmentTest stream={stream} />
  </Fold>
);

const RetentionFold = ({ stream: { id, stream_name } }: { stream: Records["streams"] }) => {
  const currencyOf = useStreamCurrency();
  return (
    <Fold
      title="Who came again"
      finding="New customers of each month, and how many had another event in each month after it."
    >
      <Retention id={id} name={stream_name} currency={currencyOf(stream_name)} />
    </Fold>
  );
};

const Contributions = ({ contributions }: { contributions: Readonly<Record<string, number>> }) => {
  const { data: datasets } = useList("datasets");
  const parts = useMemo(() => {
    const all = Object.values(contributions).reduce((sum, events) => sum + events, 0);
    const nameOf = (id: string) => datasets?.find((dataset) => dataset.id === id)?.name ?? id;
    return Object.entries(contributions)
      .sort(([, a], [, b]) => b - a)
      .map(([id, count]) => ({ label: nameOf(id), count, share: all === 0 ? 0 : count / all }));
  }, [contributions, datasets]);
  return (
    <Panel title="Sources">
      {parts.length === 0 ? (
        <Empty>No dataset has added events yet.</Empty>
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

type Property = Schemas["StreamProperty"];
type Row = Property & { name: string };

const Properties = ({
  properties,
  stream,
}: {
  properties: Readonly<Record<string, Property>>;
  stream: string;
}) => (
  <Panel title="Event properties">
    <List<Row>
      label="Properties"
      rows={Object.entries(properties).map(([name, property]) => ({ name, ...property }))}
      rowKey={({ name }) => name}
      columns={[
        { header: "Property", value: ({ name }) => name, cell: ({ name }) => <code>{name}</code> },
        { header: "Type", value: typeOf },
        { header: "Values", value: valuesOf },
        { header: "Read from", value: ({ emitted_by_datasets: from }) => from.length, cell: Sources },
      ]}
      empty={
        <Empty>
          Events have only a date{stream === "transaction" && " and an amount"}. Map more columns of the
          dataset to use them in cohorts.
        </Empty>
      }
    />
  </Panel>
);

const typeOf = ({ statistical_type: kind }: Property): string =>
  kind === "ordinal" ? "numbers" : kind === "multicategorical" ? "lists of texts" : "texts";

/** Deciles and median of numbers; the most frequent of texts. */
const valuesOf = ({ breaks, categories }: Property): string => {
  if (categories.length > 0)
    return categories.slice(0, 12).join(", ") + (categories.length > 12 ? ", …" : "");
  if (breaks.length === 0) return "none yet";
  const middle = breaks[Math.floor(breaks.length / 2)]!;
  return `10 % below ${formatNumber(breaks[0]!)}, median ${formatNumber(middle)}, top 10 % from ${formatNumber(breaks.at(-1)!)}`;
};

const Sources = ({ emitted_by_datasets: sources }: Property) =>
  sources.map(({ dataset_id, column_name }, index) => (
    <span key={dataset_id}>
      {index > 0 && ", "}
      <code>{column_name}</code> in <RecordLink kind="datasets" id={dataset_id} />
    </span>
  ));
