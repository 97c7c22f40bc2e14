// The effect and the receipts of a privacy list: whom it excludes, which results were built again, and what
// still holds these people.

import { Link } from "wouter";
import { resourceLabels } from "../../../src/words/labels.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { type Kind, pageOf } from "../../api/kinds.js";
import { usePart } from "../../api/resources.js";
import { type FigureColumn, figureCsv, saveFile } from "../../charts/figure.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatCounted, formatMoment } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Facts, Panel, Skeleton } from "../../ui/panel.js";
import styles from "./dataset.module.css";

type Analysis = Schemas["PrivacyAnalysis"];
type Entry = Schemas["PrivacyListRow"];
type Receipt = Schemas["PrivacyReceipt"];
type Result = Receipt["results"][number];

export const Privacy = ({ dataset: { id, name } }: { dataset: Schemas["Dataset"] }) => {
  const { data, error } = usePart("datasets", id, "privacy", () =>
    answer(api.GET("/datasets/{id}/analysis/privacy", { params: { path: { id } } })),
  );
  return (
    <Panel title="Privacy receipt" actions={data && <Downloads of={data} name={name} />}>
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={6} />}
      {data && (
        <>
          <p>{data.headline}</p>
          <Times of={data} />
          <Uploads of={data} />
          {data.receipts[0] && <Results of={data.receipts[0]} />}
          <Rows of={data} />
          <Earlier receipts={data.receipts} />
        </>
      )}
    </Panel>
  );
};

const Downloads = ({ of, name }: { of: Analysis; name: string }) => (
  <div className={styles.actions}>
    <Button
      look="quiet"
      onClick={() => saveFile(`${name} privacy receipts.csv`, figureCsv(of.receipts, receiptColumns))}
    >
      Download CSV<span className="visually-hidden"> of privacy receipts</span>
    </Button>
    <Button
      look="quiet"
      onClick={() =>
        saveFile(`${name} privacy receipts.json`, JSON.stringify(of, null, 2), "application/json")
      }
    >
      Download JSON<span className="visually-hidden"> of everything about this list</span>
    </Button>
  </div>
);

/** The summary of the dataset has its rows and people. */
const Times = ({ of: { receipts } }: { of: Analysis }) => (
  <Facts
    facts={[
      ["Requested", moment(receipts[0]?.requested_at)],
      ["Excluded since", moment(receipts[0]?.applied_at)],
      ["All results built again", moment(receipts[0]?.remade_at)],
      ["Last file removed", moment(receipts[0]?.gone_at)],
    ]}
  />
);

const moment = (at: string | null | undefined): string | undefined => (at ? formatMoment(at) : undefined);

const Uploads = ({ of: { uploads } }: { of: Analysis }) =>
  uploads.length > 0 && (
    <section className={styles.part}>
      <h3>Uploaded files that still hold their rows</h3>
      <p className="small soft">
        We never change your files. Upload these again without the rows of people on your lists.
      </p>
      <ul className={styles.reasons}>
        {uploads.map(({ dataset_id, dataset_name, file, rows }) => (
          <li key={`${dataset_id} ${file}`}>
            <Link to={pageOf("datasets", dataset_id)}>{dataset_name}</Link>
            {file === null ? "" : `, ${file}`}: {formatCounted(rows, "row")}
          </li>
        ))}
      </ul>
    </section>
  );

const Results = ({ of: { results } }: { of: Receipt }) => (
  <section className={styles.part}>
    <h3>Results built again</h3>
    <List
      label="Results"
      rows={results}
      rowKey={({ resource_id }) => resource_id}
      columns={resultColumns}
      empty={null}
    />
  </section>
);

const resultColumns: readonly Column<Result>[] = [
  { header: "Kind", value: ({ resource_type }) => resourceLabels[resource_type].label, isFilter: true },
  {
    header: "Name",
    value: ({ name }) => name,
    cell: ({ resource_type, resource_id, name }) =>
      resource_type === "people" ? (
        <Link to="/people">All people</Link>
      ) : (
        <Link to={pageOf(resource_type as Kind, resource_id)}>{name}</Link>
      ),
  },
  {
    header: "Built again",
    value: ({ remade_at }) => remade_at,
    cell: ({ remade_at, waiting_for }) => (remade_at ? formatMoment(remade_at) : (waiting_for ?? "not yet")),
  },
];

const Rows = ({ of: { entries, salt } }: { of: Analysis }) =>
  entries.length > 0 && (
    <details>
      <summary>Rows of the list, without their contacts</summary>
      <p className="small soft">
        To find a row by its contact, compare the SHA-256 of, for example,{" "}
        <code>{salt}:email:ada@example.com</code>.
      </p>
      <List label="Rows of the list" rows={entries} rowKey={keyOf} columns={entryColumns} empty={null} />
    </details>
  );

const keyOf = ({ file, line }: Entry): string => `${file}:${line}`;

const entryColumns: readonly Column<Entry>[] = [
  { header: "File", value: ({ file }) => file ?? "combined rows", isFilter: true },
  { header: "Line", value: ({ line }) => line, isNumber: true },
  {
    header: "People excluded",
    value: ({ people }) => people,
    cell: ({ people }) => (people === 0 ? <strong>nobody</strong> : formatCount(people)),
    isNumber: true,
  },
  {
    header: "SHA-256",
    value: ({ hash }) => hash,
    cell: ({ hash }) => <code className={styles.examples}>{hash}</code>,
  },
];

const Earlier = ({ receipts }: { receipts: readonly Receipt[] }) =>
  receipts.length > 1 && (
    <details>
      <summary>All {formatCounted(receipts.length, "receipt")}</summary>
      <List
        label="Receipts"
        rows={receipts}
        rowKey={({ id }) => id}
        columns={receiptColumns.map((column) => ({ ...column, cell: shown(column) }))}
        empty={null}
      />
    </details>
  );

const shown =
  ({ value, text }: FigureColumn<Receipt>) =>
  (receipt: Receipt) =>
    text ? text(receipt) : value(receipt);

const instant = (header: string, value: (receipt: Receipt) => string | null): FigureColumn<Receipt> => ({
  header,
  value,
  text: (receipt) => moment(value(receipt)) ?? "not yet",
});

const receiptColumns: readonly FigureColumn<Receipt>[] = [
  instant("Requested", ({ requested_at }) => requested_at),
  instant("Excluded since", ({ applied_at }) => applied_at),
  instant("All results built again", ({ remade_at }) => remade_at),
  instant("Last file removed", ({ gone_at }) => gone_at),
  { header: "Rows", value: ({ rows }) => rows },
  { header: "Rows that match", value: ({ matched_rows }) => matched_rows },
  { header: "People", value: ({ people }) => people },
  { header: "Results", value: ({ results }) => results.length },
];
