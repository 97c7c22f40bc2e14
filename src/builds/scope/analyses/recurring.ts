// Money a month at risk, and renewals: of a prediction of who leaves, where the people who can leave are those with
// events of recurring amounts.

import { monthlyAmount } from "../../../domain/outcome/value.js";
import type { RecurringAmounts, Renewals } from "../../../domain/pipeline/recurring.js";
import {
  monthlyTotals,
  renewalsByMonth,
  runningSubscriptions,
  subscriptionCounts,
  withMonthlyAmounts,
} from "../../../warehouse/recurring.js";
import { relation, streamFiles } from "../../../warehouse/relations.js";
import type { AccountSnapshot, BuiltStream } from "../../kind/snapshot.js";
import type { BuiltOutcome } from "../input.js";
import type { Analysis } from "./analysis.js";

export const recurring: Analysis = {
  name: "recurring",
  isRequested: ({ outcomes, account }) => outcomes.some((outcome) => streamOf(outcome, account)),
  async ofOutcome({ outcome, place, scores }, { input: { account }, tools: { engine } }) {
    const stream = streamOf(outcome, account);
    if (!stream) return {};
    const events = relation(streamFiles(stream.dir).events);
    const running = await engine.createTable(
      `running_${place}`,
      runningSubscriptions(events, account.dataThrough),
    );
    const priced = await engine.createTable(`priced_${place}`, withMonthlyAmounts(scores, running));
    const counts = await engine.row<Pick<RecurringAmounts, "subscriptions" | "unknown">>(
      subscriptionCounts(running, priced),
    );
    const totals = await engine.row<Pick<RecurringAmounts, "monthly" | "at_risk">>(monthlyTotals(priced));
    const renewals = await engine.rows<Pick<Renewals, keyof Renewals>>(renewalsByMonth(running, priced));
    return {
      scores: priced,
      columns: [monthlyAmount],
      outcome: { recurring: { stream: stream.name, ...counts, ...totals, renewals } },
    };
  },
};

/** The stream of what people can leave; undefined where they can do something else. */
const streamOf = ({ leaves }: BuiltOutcome, { streams }: AccountSnapshot): BuiltStream | undefined =>
  streams.find(({ name, result }) => result.isRecurring && name === leaves);
