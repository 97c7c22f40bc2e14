// Facts that a prediction has of a person beside the probability: what they will spend, how often, and when.

import { roundAmount } from "../../../src/words/expectation.js";
import type { Records } from "../../api/kinds.js";
import { useRecurringCurrency } from "../../shell/basis.js";
import { formatCount, formatDay, formatNumber, reader } from "../../ui/format.js";
import { Facts } from "../../ui/panel.js";
import type { Score } from "./live.js";

interface PredictedFactsProps {
  predicted: NonNullable<Score["predicted"]>;
  outcome: Records["outcomes"] | undefined;
}

export const PredictedFacts = ({ predicted, outcome }: PredictedFactsProps) => {
  const recurringCurrency = useRecurringCurrency();
  const amount = (name: string, currency: string | null | undefined = outcome?.value_currency) => {
    const value = predicted[name];
    return typeof value === "number"
      ? [formatCount(roundAmount(value)), currency].filter(Boolean).join(" ")
      : undefined;
  };
  const { expected_count: count } = predicted;
  return (
    <Facts
      facts={[
        ["Expected amount", withRange(amount("expected_amount"), rangeOf(predicted))],
        ["Spent so far and expected", amount("lifetime_value")],
        ["Pays a month", amount("monthly_amount", recurringCurrency)],
        [
          "Expected times",
          typeof count === "number" ? (count < 10 ? formatNumber(count) : formatCount(count)) : undefined,
        ],
        ["Next time", nextTime(predicted)],
      ]}
    />
  );
};

/** Of eight customers in ten. */
const rangeOf = ({ amount_low: low, amount_high: high }: PredictedFactsProps["predicted"]) =>
  typeof low === "number" && typeof high === "number"
    ? `80 % range ${reader.range({ low: roundAmount(low), high: roundAmount(high) }, formatCount)}`
    : undefined;

const withRange = (text: string | undefined, range: string | undefined) =>
  text && range ? `${text} (${range})` : text;

const nextTime = (predicted: PredictedFactsProps["predicted"]): string | undefined => {
  const { expected_date: day, date_low: low, date_high: high, date_status: status } = predicted;
  if (typeof day !== "string") return typeof status === "string" ? status : undefined;
  if (typeof low !== "string") return formatDay(day);
  return withRange(
    formatDay(day),
    `80 % range ${formatDay(low)} ${typeof high === "string" ? `to ${formatDay(high)}` : "or later"}`,
  );
};
