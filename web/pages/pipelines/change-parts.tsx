// The parts of a score's change: a sentence, a bar to the left or to the right, and how far the part moved
// the probability.

import { signedLogOdds } from "../../../src/words/score-change.js";
import { formatPoints, reader } from "../../ui/format.js";
import styles from "./change-parts.module.css";

interface Part {
  sentence: string;
  log_odds: number;
  probability: number;
}

/** `widest`: the probability that fills half the width; the same for all lists of a page. */
export const ChangeParts = ({ parts, widest }: { parts: readonly Part[]; widest: number }) => (
  <ul className={styles.parts}>
    {parts.map((part) => (
      <li key={part.sentence}>
        <span>{part.sentence}</span>
        <span className={styles.track} aria-hidden="true">
          <span
            className={part.probability < 0 ? styles.down : styles.up}
            style={{ inlineSize: `${50 * Math.min(1, Math.abs(part.probability) / widest)}%` }}
          />
        </span>
        <span className={styles.points}>
          {formatPoints(part.probability)}{" "}
          <small className="soft">
            {signedLogOdds(part, reader)}
            <span className="visually-hidden"> in log-odds</span>
          </small>
        </span>
      </li>
    ))}
  </ul>
);

/** Units of the two numbers of a part. */
export const partUnits = "Percentage points, and log-odds beside them; both add up.";

/** Largest of the parts of all these people. */
export const widestOf = (people: readonly { parts: readonly Part[] }[]): number =>
  Math.max(0.001, ...people.flatMap(({ parts }) => parts.map(({ probability }) => Math.abs(probability))));
