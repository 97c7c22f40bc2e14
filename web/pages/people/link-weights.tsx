// How the likeness of two records was weighed: the likeliest way of being one person against the likeliest of being two.

import { oddsInWords, signed } from "./bits.js";
import styles from "./links.module.css";
import { comparisonWords, type Link, rivalWords } from "./words.js";

export const LinkWeights = ({ link }: { link: Link }) => {
  const { comparisons = [], prior_bits: prior = 0, rival, rival_bits: sum = 0, same_person } = link;
  if (rival === undefined) return null;
  const widest = Math.max(1, ...[prior, ...comparisons.map(({ bits }) => bits)].map(Math.abs));
  const one = same_person === "moved" ? "One person who moved" : "One person at one address";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label={`Weights: ${link.explanation}`} tabIndex={0}>
      <table className={styles.weights}>
        <caption>
          {one}, against the likeliest of what they could be instead: {rivalWords[rival]}. What is as usual of
          both tells nothing.
        </caption>
        <thead>
          <tr>
            <th scope="col">What was compared</th>
            <th scope="col">How alike</th>
            <th scope="col">Being one person is</th>
            <th scope="col">Against, or for</th>
          </tr>
        </thead>
        <tbody>
          <Weight what="Before anything is compared" level="how common it is" bits={prior} widest={widest} />
          {comparisons.map(({ field, level, bits }) => (
            <Weight key={field} what={comparisonWords[field]} level={level} bits={bits} widest={widest} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All together</th>
            <td />
            <td>{oddsInWords(sum)}</td>
            <td>{signed(sum)} bits</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
};

const Weight = ({
  what,
  level,
  bits,
  widest,
}: {
  what: string;
  level: string;
  bits: number;
  widest: number;
}) => (
  <tr>
    <th scope="row">{what}</th>
    <td>{level}</td>
    <td>{oddsInWords(bits)}</td>
    <td>
      <span className={styles.bar} title={`${signed(bits)} bits`}>
        <span
          className={bits < 0 ? styles.against : styles.for}
          style={{ width: `${(50 * Math.abs(bits)) / widest}%` }}
        />
      </span>
    </td>
  </tr>
);
