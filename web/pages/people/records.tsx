// The records of a person side by side, to be compared; those that are somebody else's can be parted from the rest.

import { useState } from "react";
import { Link } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { formatCount, formatCounted, formatMoment } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import type { Person } from "./read.js";
import { fieldsOf, isUnusual } from "./record-fields.js";
import styles from "./records.module.css";
import { Split } from "./split.js";
import { fieldWords } from "./words.js";

type PersonRecord = Person["records"][number];

export const Records = ({ person }: { person: Person }) => {
  const [parted, setParted] = useState<readonly string[]>([]);
  const { records, record_count: count } = person;
  const toggle = (id: string) =>
    setParted(parted.includes(id) ? parted.filter((one) => one !== id) : [...parted, id]);
  return (
    <Panel title="What was written of them">
      <p>
        {count === 1
          ? "One record: nothing had to be taken together."
          : `${formatCounted(count, "record")} are taken for one person. What differs from most of the others is set in bold.`}
        {records.length < count && ` The first ${formatCount(records.length)} are shown.`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label="Records side by side" tabIndex={0}>
        <table className={styles.table}>
          <RecordHead records={records} />
          <RecordBody records={records} />
          <tfoot>
            {count > 1 && (
              <tr>
                <th scope="row">Somebody else’s</th>
                {records.map(({ id }, index) => (
                  <td key={id}>
                    <input
                      type="checkbox"
                      aria-label={`Record ${index + 1} is somebody else’s`}
                      checked={parted.includes(id)}
                      onChange={() => toggle(id)}
                    />
                  </td>
                ))}
              </tr>
            )}
          </tfoot>
        </table>
      </section>
      {count > 1 && <Split person={person} parted={parted} onDone={() => setParted([])} />}
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
  const nameOf = (wanted: string) => datasets.find(({ id }) => id === wanted)?.name ?? "a dataset";
  return (
    <tbody>
      {fieldsOf(records).map((field) => (
        <tr key={field}>
          <th scope="row">{fieldWords[field]}</th>
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
        <th scope="row">From</th>
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
