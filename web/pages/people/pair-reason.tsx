// Pair reason: two people side by side, and why they are not one.

import { useState } from "react";
import { identityLabels } from "../../../src/words/labels.js";
import type { Schemas } from "../../api/client.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Skeleton } from "../../ui/panel.js";
import { Weights } from "./matches.js";
import styles from "./matches.module.css";
import { usePair } from "./queries.js";
import { fieldsOf } from "./record-fields.js";
import { titleOf } from "./sentences.js";

type Other = Schemas["PersonSummary"];

/** Read once it is opened. */
export const PairReason = ({ person, other }: { person: Other; other: Other }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Why two people?<span className="visually-hidden"> {titleOf(other.fields)}</span>
      </summary>
      {isOpen && <Compared left={person.id} right={other.id} />}
    </details>
  );
};

const Compared = ({ left, right }: { left: string; right: string }) => {
  const { data, error } = usePair(left, right);
  if (!data) return error ? <ErrorNotice problem={error} /> : <Skeleton rows={3} />;
  const { explanation, comparison } = data;
  return (
    <div className={styles.link}>
      <p>{explanation}</p>
      <SideBySide
        pair={data}
        caption="The most similar records of the two."
        heads={["This person", "The other"]}
      />
      {comparison && <Weights link={{ ...comparison, explanation }} />}
    </div>
  );
};

interface SideBySideProps {
  pair: Schemas["PairReason"];
  caption: string;
  heads: readonly [left: string, right: string];
}

export const SideBySide = ({ pair: { left, right }, caption, heads }: SideBySideProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
  <section className={styles.scroll} aria-label="The two records" tabIndex={0}>
    <table className={styles.sides}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {fieldsOf([left.record, right.record]).map((field) => (
          <tr key={field}>
            <th scope="row">{identityLabels[field]}</th>
            <td>{left.record.fields[field] ?? "–"}</td>
            <td>{right.record.fields[field] ?? "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
