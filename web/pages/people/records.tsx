// Source records of a person side by side. Selected records can be split off.

import { useState } from "react";
import { Link } from "wouter";
import { identityLabels } from "../../../src/words/labels.js";
import { useMay } from "../../api/account.js";
import { pageOf } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { formatCount, formatCounted, formatMoment } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import type { Decision, Person } from "./queries.js";
import { fieldsOf, isUnusual } from "./record-fields.js";
import styles from "./records.module.css";
import { Split } from "./split.js";

type PersonRecord = Person["records"][number];

interface RecordsProps {
  person: Person;
  onSaved: (decision: Decision) => void;
}

export const Records = ({ person, onSaved }: RecordsProps) => {
  const [selected, setSelected] = useState<readonly string[]>([]);
  const { records, record_count: count } = person;
  const maySplit = useMay()("edit") && count > 1;
  const toggle = (id: string) =>
    setSelected(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  return (
    <Panel title="Source records">
      <p>
        {count === 1
          ? "1 record."
          : `${formatCounted(count, "record")}. Values that differ from most others are bold.`}
        {records.length < count && ` The earliest ${formatCount(records.length)} are shown.`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label="Source records side by side" tabIndex={0}>
        <table className={styles.table}>
          <RecordHead records={records} />
          <RecordBody records={records} />
          <tfoot>
            {maySplit && (
              <tr>
                <th scope="row">Split off</th>
                {records.map(({ id }, index) => (
                  <td key={id}>
                    <input
                      type="checkbox"
                      aria-label={`Split off record ${index + 1}`}
                      checked={selected.includes(id)}
                      onChange={() => toggle(id)}
                    />
                  </td>
                ))}
              </tr>
            )}
          </tfoot>
        </table>
      </section>
      {maySplit && (
        <Split
          person={person}
          selected={selected}
          onDone={(decision) => {
            setSelected([]);
            onSaved(decision);
          }}
        />
      )}
    </Panel>
  );
};

const RecordHead = ({ records }: { records: readonly PersonRecord[] }) => (
  <thead>
    <tr>
      <td />
      {records.map(({ id }, index) => (
        <th key={id} scope="col" id={`record-${id}`} title={id}>
          Record {index + 1}
        </th>
      ))}
    </tr>
  </thead>
);

const RecordBody = ({ records }: { records: readonly PersonRecord[] }) => {
  const { data: datasets = [] } = useList("datasets");
  const nameOf = (wanted: string) => datasets.find(({ id }) => id === wanted)?.name ?? "Dataset";
  return (
    <tbody>
      {fieldsOf(records).map((field) => (
        <tr key={field}>
          <th scope="row">{identityLabels[field]}</th>
          {records.map(({ id, fields }) => (
            <td key={id} className={isUnusual(field, fields, records) ? styles.unusual : undefined}>
              {fields[field]}
            </td>
          ))}
        </tr>
      ))}
      <tr>
        <th scope="row">Rows</th>
        {records.map(({ id, row_count }) => (
          <td key={id}>{formatCount(row_count)}</td>
        ))}
      </tr>
      <tr>
        <th scope="row">Datasets</th>
        {records.map(({ id, dataset_ids }) => (
          <td key={id}>
            {dataset_ids.map((dataset, index) => (
              <span key={dataset}>
                {index > 0 && ", "}
                <Link to={pageOf("datasets", dataset)}>{nameOf(dataset)}</Link>
              </span>
            ))}
          </td>
        ))}
      </tr>
      <tr>
        <th scope="row">First seen</th>
        {records.map(({ id, first_seen_at }) => (
          <td key={id}>{formatMoment(first_seen_at)}</td>
        ))}
      </tr>
    </tbody>
  );
};
