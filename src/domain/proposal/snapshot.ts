// Snapshot: a file with one row per customer, no dates, and a column that says how it ended for each.

import { plainWords } from "../resource/name-rule.js";
import type { ReadColumn } from "./column.js";

const answerName =
  /^(is |has |was )?(churn(ed)?|customer churn|churn (flag|label|value|status|yn|y n)|exited|attrition( flag)?|left|leaver|leave|departed|cancell?ed|lapsed|y|target|label|outcome|response|responded|converted|conversion|subscribed|purchased|bought|deposit|term deposit|accepted|default(ed)?|renewed|retained|fraud|churner|kuendigung|kundigung|gekuendigt|gekundigt|abgewandert|abgang|resilie|resiliation|parti|attrition client|baja|abandono|abandonou|cancelou|evasao|abbandono|disdetta|opgezegd|vertrokken)$/;

const yes =
  /^(1|1 0|true|yes|y|t|ja|j|oui|o|si|s|sim|vrai|wahr|verdadero|vero|churn(ed)?|left|exited|leave[rd]?|gone|lost|attrited( customer)?|cancell?ed|gekuendigt|gekundigt|abgewandert|resilie|baja|converted|responded|subscribed|bought|accepted|default(ed)?|opgezegd)$/;

export interface SnapshotAnswer {
  column: ReadColumn;
  /** The values that mean yes. */
  is: string[];
}

/** The answer of a file without dates; null where no column is one. */
export const findAnswer = (columns: readonly ReadColumn[]): SnapshotAnswer | null => {
  for (const column of columns.toReversed()) {
    const { values } = column;
    if (!answerName.test(column.words) || !values || values.length !== 2 || column.column.fill_rate < 0.5)
      continue;
    const is = values.filter((value) => yes.test(plainWords(value)));
    if (is.length === 1) return { column, is };
  }
  return null;
};
