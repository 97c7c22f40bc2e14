// The page of a dataset: its numbers, its rows from files to people, its column mapping and its files.

import { Fragment } from "react";
import { Link } from "wouter";
import { bucketNames, databaseNames } from "../../../src/words/connections.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { pageOf } from "../../api/kinds.js";
import { usePart } from "../../api/resources.js";
import { Allowed } from "../../shell/allowed.js";
import { RecordPage } from "../../shell/record-page.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import {
  formatBytes,
  formatCount,
  formatCounted,
  formatDay,
  formatMoment,
  formatPercent,
} from "../../ui/format.js";
import { Empty, Facts, Panel, Skeleton } from "../../ui/panel.js";
import { ColumnsPanel } from "./columns-panel.js";
import styles from "./dataset.module.css";
import { amountsOf, currencyOf, EventCounts, rowsAddress } from "./event-counts.js";
import { FileLedgers } from "./file-ledgers.js";
import { Files } from "./files.js";
import { Funnel } from "./funnel.js";
import { draftOf, type FieldMapping, type StreamMapping } from "./mapping/draft.js";
import { identityLabel } from "./mapping/fields.js";
import { columnsOfField } from "./mapping/roles.js";
import { Privacy } from "./privacy.js";
import { Rejected } from "./rejected.js";
import { Updates } from "./updates.js";

type Dataset = Schemas["Dataset"];

const DatasetPage = ({ id }: { id: string }) => (
  <RecordPage
    kind="datasets"
    id={id}
    actions={(dataset) => (
      <ButtonLink to={`/datasets/${id}/mapping`} look={dataset.preview ? "primary" : "plain"}>
        {dataset.preview ? "Map columns" : "Edit column mapping"}
      </ButtonLink>
    )}
  >
    {(dataset) => (
      <>
        <Warnings of={dataset} />
        {dataset.preview ? <Previewed of={dataset} /> : <Numbers of={dataset} />}
        {dataset.privacy && !dataset.preview && <Privacy dataset={dataset} />}
        {!dataset.preview && <Counted dataset={dataset} />}
        {!dataset.preview && <Ingress dataset={dataset} />}
        {!dataset.preview && <SavedMapping dataset={dataset} />}
        <ColumnsPanel dataset={dataset} />
        {"upload_directory" in dataset.options && dataset.options.upload_directory !== undefined && (
          <Allowed to="read">
            <Files directory={dataset.options.upload_directory} old={dataset.old_rows} />
          </Allowed>
        )}
      </>
    )}
  </RecordPage>
);
export default DatasetPage;

const Warnings = ({ of: { warnings = [] } }: { of: Dataset }) =>
  warnings.length > 0 && (
    <ul className={styles.warnings} aria-label="Warnings">
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  );

const Previewed = ({ of: { id, options } }: { of: Dataset }) => (
  <Panel title="Columns are not mapped yet">
    <Empty
      action={
        <Allowed>
          <ButtonLink to={`/datasets/${id}/mapping`}>Map columns</ButtonLink>
        </Allowed>
      }
    >
      We read the first rows of the {options.type === "spark_table" ? "table" : "files"}. Map their columns to
      import the data.
    </Empty>
  </Panel>
);

const Numbers = ({ of: dataset }: { of: Dataset }) => {
  const { row_count, privacy } = dataset;
  return (
    <Panel title="Summary">
      <Facts
        facts={[
          ["Rows", count(row_count)],
          ...(privacy ? listFacts(dataset) : peopleFacts(dataset)),
          ["Source", <Source key="source" of={dataset} />],
          ["Only rows from", dataset.kept_since && formatDay(dataset.kept_since)],
          ["Table version", tableVersion(dataset)],
          ["Files found", bucketFiles(dataset)],
          [
            "Last read",
            dataset.last_read_input_at ? formatMoment(dataset.last_read_input_at) : "not read yet",
          ],
        ]}
      />
      <Updates dataset={dataset} />
    </Panel>
  );
};

const tableVersion = ({ table_version: version }: Dataset): string | undefined => {
  if (!version?.id) return undefined;
  const written = version.committed_at ? `, written ${formatMoment(version.committed_at)}` : "";
  const added = version.read === "added" ? `, ${formatCounted(version.rows, "row")} added` : "";
  return `${version.id.length > 24 ? `${version.id.slice(0, 12)}…` : version.id}${written}${added}`;
};

const bucketFiles = ({ bucket }: Dataset): string | undefined =>
  bucket &&
  `${formatCounted(bucket.files, "file")}, ${formatBytes(bucket.bytes)}${bucket.version ? `, version ${bucket.version}` : ""}`;

type Fact = readonly [label: string, value: string | undefined];

const count = (n: number | undefined) => (n === undefined ? undefined : formatCount(n));
const share = (n: number | undefined) => (n === undefined ? undefined : formatPercent(n));

const peopleFacts = ({
  identified_count,
  match_rate,
  matched_count,
  household_share,
}: Dataset): readonly Fact[] => [
  ["People", count(identified_count)],
  ["Rows matched to a person", share(match_rate)],
  ["People also in other datasets", count(matched_count)],
  ["People who share a household", share(household_share)],
];

const listFacts = ({ identified_count, match_rate }: Dataset): readonly Fact[] => [
  ["Rows that match somebody", share(match_rate)],
  ["People excluded", count(identified_count)],
];

const Source = ({ of: { options, connection_id } }: { of: Dataset }) => {
  if (options.type === "merge") return "rows of other datasets, combined";
  if (options.type in databaseNames)
    return (
      <>
        table {options.table_name} of <Link to={`/connections/${connection_id}`}>a connection</Link>
      </>
    );
  if (options.type === "spark_table") return `table ${options.table_name} of the lake`;
  if (options.type in bucketNames)
    return (
      <>
        files {options.prefix && <>at {options.prefix}</>} of{" "}
        <Link to={`/connections/${connection_id}`}>a connection</Link>
      </>
    );
  return `files in ${options.upload_directory}`;
};

/** Counts of what the rows became. */
const Counted = ({ dataset }: { dataset: Dataset }) => {
  const counts = Object.entries(dataset.event_counts ?? {});
  const ledgers = new Map(Object.entries(dataset.ledger ?? {}));
  if (counts.length === 0) return null;
  return (
    <Panel title="What the rows became">
      {counts.map(([stream, counted]) => (
        <Fragment key={stream}>
          <EventCounts
            stream={stream}
            counts={counted}
            currency={currencyOf(dataset.output_to_streams, stream)}
            amounts={amountsOf(dataset.output_to_streams, stream)}
            people={counts.length === 1 ? dataset.identified_count : undefined}
            address={rowsAddress(dataset, stream)}
          />
          {ledgers.get(stream) && (
            <FileLedgers
              stream={stream}
              ledger={ledgers.get(stream)!}
              address={rowsAddress(dataset, stream)}
            />
          )}
        </Fragment>
      ))}
    </Panel>
  );
};

const Ingress = ({ dataset }: { dataset: Dataset }) => {
  const { data, error } = usePart("datasets", dataset.id, "ingress", () =>
    answer(api.GET("/datasets/{id}/logs/ingress", { params: { path: { id: dataset.id } } })),
  );
  const [log] = data ?? [];
  return (
    <Panel title="Row import">
      <ErrorNotice problem={error} />
      {log && (
        <>
          <Funnel log={log} name={dataset.name} />
          <Rejected log={log} name={dataset.name} />
        </>
      )}
      {data && !log && <Empty>The files have not been read yet.</Empty>}
      {!data && !error && <Skeleton rows={12} />}
    </Panel>
  );
};

const SavedMapping = ({ dataset }: { dataset: Schemas["Dataset"] }) => {
  const draft = draftOf(dataset);
  const { identity_sets: sets, output_to_streams: streams, output_to_traits: traits } = draft;
  return (
    <Panel title="Column mapping">
      {Object.entries(sets).map(([name, set]) => (
        <section key={name} className={styles.part}>
          <h3>Customer: {name}</h3>
          <Facts
            facts={Object.entries(set).map(
              ([field, named]) => [identityLabel(field), [named].flat().join(", ")] as const,
            )}
          />
        </section>
      ))}
      {Object.entries(streams).map(([name, stream]) => (
        <section key={name} className={styles.part}>
          <h3>
            Events:{" "}
            <Link
              to={pageOf(
                "streams",
                new Map(Object.entries(dataset.output_to_streams)).get(name)?.stream_id ?? name,
              )}
            >
              {name}
            </Link>
          </h3>
          <Facts facts={eventFacts(stream)} />
        </section>
      ))}
      {Object.keys(traits).length > 0 && (
        <section className={styles.part}>
          <h3>Customer attributes</h3>
          <Facts
            facts={Object.entries(traits).map(([name, { column_name }]) => [name, column_name] as const)}
          />
        </section>
      )}
      <Facts
        facts={[
          ["Unique row key", draft.upsert_columns?.join(", ")],
          ["Reference keys for deployments", draft.reference_key_columns?.join(", ")],
          ["Age limit of rows", draft.keep_months && formatCounted(draft.keep_months, "month")],
        ]}
      />
    </Panel>
  );
};

const eventFacts = ({ data_map, event_key }: StreamMapping): Fact[] => {
  const { datetime, value, ...properties } = data_map;
  const columns = (field: FieldMapping | undefined) => field && columnsOfField(field).join(", ");
  return [
    ["Date", columns(datetime) ?? "not mapped"],
    ["Amount", columns(value)],
    ["One event per", event_key?.join(", ")],
    ...Object.entries(properties).map(([name, property]): Fact => [name, columns(property)]),
  ];
};
