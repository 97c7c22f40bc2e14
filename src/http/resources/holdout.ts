// The account's lasting hold-out on the way in and out, and its ledger as JSON and as rows of a file.

import { type ContactLedger, contactLedger, type Effects } from "../../domain/campaign/contact-ledger.js";
import type { MonthlyArm } from "../../domain/campaign/incrementality.js";
import {
  checkLastingHoldout,
  type LastingHoldoutConfig,
  type LastingHoldoutResult,
  lastingHoldoutConfig,
  rotatesAt,
} from "../../domain/campaign/lasting-holdout.js";
import { machineName } from "../../domain/data/stream.js";
import type { Estimate } from "../../domain/outcome/evaluation.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { named } from "../../domain/resource/schema.js";
import type { Resource } from "../../store/resources.js";
import { contactLedgerSentence, lastingShareSentence } from "../../words/lasting-holdout.js";
import { present } from "../json.js";
import type { Draft } from "../kind.js";
import { conform } from "../validation.js";
import { isoSeconds, recordOf } from "./record.js";

export const renderHoldout = (holdout: Resource<"holdouts">): JsonObject => {
  const { config, result } = holdout;
  return recordOf(holdout, { ...config, ...(result && groupsOf(config, result)) });
};

const groupsOf = (config: LastingHoldoutConfig, result: LastingHoldoutResult): JsonObject => {
  const { contact, held_out, data_through, periods } = result;
  const due = rotatesAt(periods.at(-1)!, config);
  return {
    headline: lastingShareSentence({ contact, held_out, rotatesAt: due * 1000 }),
    contact_count: contact,
    held_out_count: held_out,
    rotates_at: isoSeconds(due),
    data_through: isoSeconds(data_through),
  };
};

const draft = named(lastingHoldoutConfig);

/** Requests may write names of streams in any case. */
export const respellHoldout = (body: JsonObject): JsonObject => {
  const spelled = ["stream_name", "contacts_stream"].flatMap((field): [string, string][] => {
    const typed = body[field];
    return typeof typed === "string" ? [[field, machineName(typed)]] : [];
  });
  return { ...body, ...Object.fromEntries(spelled) };
};

/** Refuses what `checkLastingHoldout` refuses. */
export const parseHoldout = (body: JsonObject): Draft<"holdouts"> => {
  const { name, ...config } = conform(draft, body);
  checkLastingHoldout(config);
  return { name, config };
};

export const ledgerOf = (
  { months }: Pick<LastingHoldoutResult, "months">,
  { economics }: LastingHoldoutConfig,
): ContactLedger => contactLedger(months, economics);

export const renderLedger = (result: LastingHoldoutResult, config: LastingHoldoutConfig): JsonObject => {
  const { months, soFar, perThousand, contactedHeldOut } = ledgerOf(result, config);
  const { periods, contact, merged } = result;
  const { since } = periods[0]!;
  return present({
    headline: contactLedgerSentence({
      since: since * 1000,
      contact,
      ...soFar,
      conversionsPerThousand: perThousand.conversions,
      contactedHeldOut,
      merged,
    }),
    since: isoSeconds(since),
    draws: periods.map((period) => isoSeconds(period.since)),
    ...soFar,
    per_thousand: perThousand,
    merged_count: merged,
    contacted_held_out_count: contactedHeldOut,
    months: months.map((month) => ({
      from: isoSeconds(month.from),
      until: isoSeconds(month.until),
      contact: month.contact,
      held_out: month.held_out,
      ...month.effects,
      per_thousand: month.perThousand,
      so_far: month.soFar,
    })),
  });
};

const measures = ["conversions", "amount", "profit"] as const;
const arms = ["contact", "held_out"] as const;
const counts = ["people", "converted", "conversions", "amount", "contacts"] as const;
const effectColumns = (ending: string) =>
  measures.flatMap((measure) => ["", "_low", "_high"].map((bound) => `added_${measure}${ending}${bound}`));

export const ledgerColumns = [
  "from",
  "until",
  ...arms.flatMap((arm) => counts.map((figure) => `${arm}_${figure}`)),
  ...effectColumns(""),
  ...effectColumns("_per_thousand"),
  ...effectColumns("_so_far"),
];

type Cell = string | number | null | undefined;

/** Rows in the order of `ledgerColumns`, one per month. */
export const ledgerRows = ({ months }: ContactLedger): Cell[][] =>
  months.map(({ from, until, effects, perThousand, soFar, ...month }) => [
    isoSeconds(from),
    isoSeconds(until),
    ...arms.flatMap((arm) => counts.map((figure) => (month[arm] as Partial<MonthlyArm>)[figure])),
    ...[effects, perThousand, soFar].flatMap((each: Effects) =>
      measures.flatMap((measure) => cellsOf(each[measure])),
    ),
  ]);

const cellsOf = (estimate: Estimate | undefined): Cell[] =>
  estimate
    ? [estimate.value, estimate.low, estimate.high].map((value) => Number(value.toFixed(4)))
    : [null, null, null];
