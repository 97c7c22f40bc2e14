// Matches between the records of a person, weakest first, each with its reasons field by field.

import { useState } from "react";
import { comparisonLabels } from "../../../src/words/labels.js";
import { rivalLabels } from "../../../src/words/links.js";
import { Button } from "../../ui/button.js";
import { formatCount, formatCounted } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import styles from "./matches.module.css";
import type { Person } from "./queries.js";
import { type Link, matchPhrase, oddsText, signed } from "./sentences.js";

const firstShown = 8;

export const Matches = ({ person }: { person: Person }) => {
  const { links, link_count: count, record_count: records } = person;
  const [shown, setShown] = useState(firstShown);
  if (records === 1) return null;
  return (
    <Panel title="Matches">
      <p>
        {formatCounted(count, "match connects", "matches connect")} the records.{" "}
        {links.length < count && `The ${formatCount(links.length)} weakest are shown. `}
        {count > 1 ? "The weakest comes first: if it" : "If it"} is wrong, split the records above.
      </p>
      <ol className={styles.links}>
        {links.slice(0, shown).map((link, index) => (
          <li key={`${link.kind} ${link.record_ids.join(" ")}`}>
            <details open={index === 0}>
              <summary>
                {recordsOf(link, person)}: {matchPhrase(link)}
              </summary>
              <div className={styles.link}>
                <p>{link.explanation}</p>
                <Weights link={link} />
              </div>
            </details>
          </li>
        ))}
      </ol>
      {links.length > shown && (
        <p>
          <Button onClick={() => setShown(links.length)}>
            Show {formatCounted(links.length - shown, "stronger match", "stronger matches")}
          </Button>
        </p>
      )}
    </Panel>
  );
};

const recordsOf = ({ record_ids }: Link, { records }: Person): string => {
  const numbers = record_ids.map((id) => records.findIndex((record) => record.id === id) + 1);
  return numbers.every((number) => number > 0) ? `Records ${numbers.join(" and ")}` : "Two records";
};

type Judged = Pick<
  Link,
  "comparisons" | "prior_bits" | "rival" | "rival_bits" | "same_person" | "explanation"
>;

/** Weights of the comparisons, for one person against the most likely case of two people. */
export const Weights = ({ link }: { link: Judged }) => {
  const { comparisons = [], prior_bits: prior = 0, rival, rival_bits: sum = 0, same_person } = link;
  if (rival === undefined) return null;
  const maxBits = Math.max(1, ...[prior, ...comparisons.map(({ bits }) => bits)].map(Math.abs));
  const one = same_person === "moved" ? "One person who moved" : "One person at one address";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label={`Weights: ${link.explanation}`} tabIndex={0}>
      <table className={styles.weights}>
        <caption>
          {one}, compared with the most likely alternative: {rivalLabels[rival]}. A comparison that is equally
          likely in both cases makes no difference.
        </caption>
        <thead>
          <tr>
            <th scope="col">Comparison</th>
            <th scope="col">Result</th>
            <th scope="col">One person is</th>
            <th scope="col">Against or for</th>
          </tr>
        </thead>
        <tbody>
          <Weight name="Before comparison" level="how common such pairs are" bits={prior} maxBits={maxBits} />
          {comparisons.map(({ field, level, bits }) => (
            <Weight key={field} name={comparisonLabels[field]} level={level} bits={bits} maxBits={maxBits} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td />
            <td>{oddsText(sum)}</td>
            <td>{signed(sum)} bits</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
};

const Weight = ({
  name,
  level,
  bits,
  maxBits,
}: {
  name: string;
  level: string;
  bits: number;
  maxBits: number;
}) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{level}</td>
    <td>{oddsText(bits)}</td>
    <td>
      <span className={styles.bar} title={`${signed(bits)} bits`}>
        <span
          className={bits < 0 ? styles.against : styles.for}
          style={{ width: `${(50 * Math.abs(bits)) / maxBits}%` }}
        />
      </span>
    </td>
  </tr>
);
