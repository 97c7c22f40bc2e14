// The step of a lasting hold-out: keeps everyone's group, draws who is new, draws everyone again where that is
// due, and adds up by month what contacting has brought. All months are computed again in each build, so that
// late events and refunds count where they belong.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { monthsSince } from "../../domain/campaign/incrementality.js";
import {
  type DrawnPeriod,
  type LastingHoldoutConfig,
  type LastingHoldoutResult,
  type LedgerMonth,
  periodsThrough,
} from "../../domain/campaign/lasting-holdout.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { ledgerMonths } from "../../model/experiment/ledger.js";
import { carriedArms, drawnArms, lineage } from "../../warehouse/arms.js";
import { matchingEvents } from "../../warehouse/cohorts/criteria.js";
import { type CohortInputs, type StreamEvents, streamOf } from "../../warehouse/cohorts/inputs.js";
import type { Engine } from "../../warehouse/engine.js";
import {
  armsAsOf,
  armsOfPeriod,
  countingArms,
  groupsOfToday,
  lastingArms,
  lastingCounts,
  noLastingArms,
  spendingPercentiles,
} from "../../warehouse/lasting-arms.js";
import { linkLayered } from "../../warehouse/layers.js";
import {
  formerIds,
  keptPersons,
  lastingHoldoutFiles,
  peopleFiles,
  relation,
} from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { Step, StepTools } from "../kind/kind.js";
import { cohortInputs } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { monthsOfArms } from "../scope/analyses/incrementality.js";

export interface LastingHoldoutInput {
  config: LastingHoldoutConfig;
  /** Key of the hash that draws the groups. */
  key: string;
  account: AccountSnapshot;
  /** Null: there were no groups before. */
  previous: KeptGroups | null;
  /** The build is of a past date: groups are those of then, and nobody is drawn. */
  isPast?: true;
}

export interface KeptGroups {
  dir: string;
  result: LastingHoldoutResult;
  /** Whether it is known whose each record was. */
  arePersonsIntact: boolean;
}

/** Writes the files of `lastingHoldoutFiles`. Refuses `holdout-undated`. */
export const buildLastingHoldout: Step<LastingHoldoutInput, LastingHoldoutResult> = async (input, tools) => {
  const { config, account } = input;
  const { dir, engine, progress } = tools;
  const inputs = cohortInputs(account);
  const goal = datedStream(config.stream_name, inputs);
  const contacts = config.contacts_stream === undefined ? null : datedStream(config.contacts_stream, inputs);
  progress(0, "Drawing groups");
  const periods = await writeGroups(input, goal, tools);
  const period = periods.length - 1;
  const arms = relation(lastingHoldoutFiles(dir).arms);
  const counts = await engine.row<Pick<LastingHoldoutResult, "contact" | "held_out" | "merged">>(
    lastingCounts(arms, period),
  );
  progress(0.4, "Adding up months");
  const months = await ledgerOf(arms, periods, goal, contacts, account, engine);
  return { data_through: account.dataThrough, share: config.share, ...counts, periods, months };
};

const datedStream = (name: string, inputs: CohortInputs): StreamEvents => {
  const stream = streamOf(name, inputs);
  if (!stream.isDated) throw refuse("holdout-undated", { stream: name });
  return stream;
};

/** Returns the periods through the account's now. */
const writeGroups = async (
  input: LastingHoldoutInput,
  goal: StreamEvents,
  { engine, dir }: StepTools,
): Promise<DrawnPeriod[]> => {
  const { config, account, previous, isPast = false } = input;
  const { dataThrough: cutoff, peopleDir } = account;
  const carried = await engine.createTable("carried_arms", await carry(input, engine));
  const known = previous?.result.periods ?? [];
  const periods = isPast
    ? known.filter(({ since }) => since <= cutoff)
    : periodsThrough(cutoff, known, config);
  const files = lastingHoldoutFiles(dir);
  const rows = isPast
    ? armsAsOf(carried, periods.length)
    : lastingArms(carried, await draw(input, carried, periods, goal, engine), periods.length - 1);
  await engine.writeParquet(rows, files.arms);
  const since = periods.at(-1)?.since ?? cutoff;
  const today = { arms: relation(files.arms), period: periods.length - 1, since };
  await engine.writeParquet(groupsOfToday(today), files.groups);
  await mkdir(path.dirname(keptPersons(dir)), { recursive: true });
  await linkLayered(peopleFiles(peopleDir).persons, keptPersons(dir));
  return periods;
};

/** The groups of before, of the people of today. */
const carry = async ({ previous, account: { peopleDir } }: LastingHoldoutInput, engine: Engine) => {
  const { persons, people } = peopleFiles(peopleDir);
  const lines = await engine.createTable(
    "lineage",
    lineage({
      records: previous?.arePersonsIntact
        ? { before: relation(keptPersons(previous.dir)), now: relation(persons) }
        : null,
      people: relation(people),
      aliases: formerIds(peopleDir),
    }),
  );
  return carriedArms(previous ? relation(lastingHoldoutFiles(previous.dir).arms) : noLastingArms, lines);
};

/** Days of events by which people are alike. */
const spendingDays = 365;

const draw = async (
  { config: { share }, key, account, previous }: LastingHoldoutInput,
  carried: Relation,
  periods: readonly DrawnPeriod[],
  goal: StreamEvents,
  engine: Engine,
): Promise<Relation> => {
  const { dataThrough: cutoff, peopleDir } = account;
  const period = periods.length - 1;
  const span = { from: cutoff - spendingDays * secondsPerDay, until: cutoff };
  const events = matchingEvents({}, goal, span);
  const scored = await engine.createTable(
    "spending",
    spendingPercentiles(relation(peopleFiles(peopleDir).people), events),
  );
  return engine.createTable(
    "drawn_arms",
    drawnArms({
      kept: armsOfPeriod(carried, period),
      scored,
      key: `${key}:${period}`,
      share,
      by: "pipeline",
      isOtherShare: previous !== null && previous.result.share !== share,
      cutoff,
    }),
  );
};

const ledgerOf = async (
  arms: Relation,
  periods: readonly DrawnPeriod[],
  goal: StreamEvents,
  contacts: StreamEvents | null,
  { dataThrough }: AccountSnapshot,
  engine: Engine,
): Promise<LedgerMonth[]> => {
  const found = [];
  for (const [place, { since }] of periods.entries()) {
    const span = { from: since, until: periods[place + 1]?.since ?? dataThrough };
    const months = monthsSince(span.from, span.until);
    const events = matchingEvents({}, goal, span);
    found.push(
      await monthsOfArms(countingArms(arms, place), events, contacts?.events ?? null, months, engine),
    );
  }
  return ledgerMonths(found);
};
