// Life cycle of a payment: a journal with a row for each step, from its authorisation to its settlement or
// refund. The rows that share an id are one payment, which is a sale if it was authorised and not taken back.

import type { ColumnCondition } from "../resource/condition.js";
import { plainWords } from "../resource/name-rule.js";
import type { ReadColumn } from "./column.js";
import { orderKey } from "./event.js";
import { type Grouping, groupingBy } from "./previewed-file.js";

const stepName =
  /\b(type|kind|status|state|event|step|action|record type|operation|modification|typ|tipo|clase|art|vorgang\w*|soort|nature|genre|causale|rodzaj|druh)\b|(art|typ|type|soort|status)$/;

/** Steps that make a payment a sale, the first of which each sale has. */
const made: readonly RegExp[] = [
  /^(authori[sz]ed|authori[sz]ation|auth|autorisiert|autorise|autorizad[oa]|autorizzat[oa]|geautoriseerd|autoryzowan[eoa]|auktoriserad|autorizovano)$/,
  /^(captured?|charged?|paid|payment|sale|received|succeeded|completed|bezahlt|gebucht|eingezogen|paye|pagad[oa]|capturad[oa]|betaald|geincasseerd)$/,
  /^(settled?|sent ?for ?settle|settlement|cleared|paid ?out|payout|abgerechnet|regle|liquidad[oa]|afgerekend)$/,
];
const undone =
  /\b(refund\w*|chargeback|charged back|reversed|reversal|cancel\w*|void\w*|expired?|verfallen|caducad\w*|verlopen|storn\w*|annul\w*|erstattet|rembours\w*|reembols\w*|rimbors\w*|terugbetaald|zwro\w*|vracen\w*|aterbetal\w*)\b/;

/** `SentForSettle` → `sent for settle`. */
const stepsOf = ({ values = [] }: ReadColumn) => values.map((value) => ({ value, words: plainWords(value) }));

export interface LifeCycle {
  key: ReadColumn;
  lines: Grouping;
  steps: ReadColumn;
  /** The values of rows that are sales, one for each; empty where the steps are not known. */
  made: string[];
  /** Statuses of rows that take a sale back. */
  undone: string[];
}

const mostSteps = 20;
const fewestRepeated = 0.2;
const [differs, same] = [0.5, 0.9];

/**
 * Null in a file of anything else. `person`, `amount`: names of the columns that the rows of a payment have
 * in common.
 */
export const findLifeCycle = (
  columns: readonly ReadColumn[],
  candidates: readonly ReadColumn[],
  groupings: readonly Grouping[],
  { person, amount }: { person: string | null; amount: string | null },
): LifeCycle | null => {
  const found = candidates.flatMap((key): LifeCycle[] => {
    const lines = groupingBy(groupings, key.name);
    if (!lines || lines.repeated < fewestRepeated * lines.groups) return [];
    const isCommon = (name: string | null) => name === null || (lines.constant[name] ?? 1) >= same;
    if (!isCommon(person) || !isCommon(amount)) return [];
    const steps = columns.find(
      ({ name, words, values = [] }) =>
        stepName.test(words) &&
        values.length >= 2 &&
        values.length <= mostSteps &&
        (lines.constant[name] ?? 1) < differs,
    );
    return steps ? [{ key, lines, steps, ...knownSteps(steps) }] : [];
  });
  // An order may be of several payments.
  const [best] = found.toSorted((a, b) => b.lines.groups - a.lines.groups);
  return best && (best.made.length > 0 || orderKey.test(best.key.words)) ? best : null;
};

const knownSteps = (steps: ReadColumn): Pick<LifeCycle, "made" | "undone"> => {
  const all = stepsOf(steps);
  const first = made.find((pattern) => all.some(({ words }) => pattern.test(words)));
  const valuesOf = (pattern: RegExp) =>
    all.flatMap(({ value, words }) => (pattern.test(words) ? [value] : []));
  return first ? { made: valuesOf(first), undone: valuesOf(undone) } : { made: [], undone: [] };
};

/** The rows that are sales. */
export const madeOf = ({ steps, made }: LifeCycle): ColumnCondition[] =>
  made.length > 0 ? [{ column_name: steps.name, _in: made }] : [];
