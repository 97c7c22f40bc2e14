// Quality of a prediction in a word, told by its mark and by its colour. The sentence of the verdict is its tooltip.

import { ranksPeople, type VerdictData, verdictQuality, verdictText } from "../../../src/words/verdict.js";
import type { Records } from "../../api/kinds.js";
import { classNames } from "../../ui/class-names.js";
import { reader } from "../../ui/format.js";
import styles from "./predictions.module.css";

const marks: Readonly<Record<VerdictData["decision"], string>> = {
  clearly_better: "●",
  slightly_better: "◐",
  no_better: "○",
  too_little_data: "◌",
};

export const QualityBadge = ({ verdict }: { verdict: VerdictData }) => (
  <span
    className={classNames(styles.quality, styles[verdict.decision])}
    title={verdictText(verdict, reader) || undefined}
  >
    <span aria-hidden="true">{marks[verdict.decision]} </span>
    {verdictQuality(verdict)}
  </span>
);

/** Nothing invites to a list that is as good as one drawn at random. */
export const listLook = ({ verdict }: Pick<Records["outcomes"], "verdict">): "primary" | "plain" =>
  verdict && !ranksPeople(verdict) ? "plain" : "primary";
