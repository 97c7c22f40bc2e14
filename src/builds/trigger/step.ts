// The step of a trigger: people as they are remembered, beside their values now, are judged by the rule,
// and whoever is news is put into words.

import type { TriggerEvent } from "../../domain/account/webhook.js";
import { hasArms } from "../../domain/pipeline/scope.js";
import { modelOf } from "../../domain/pipeline/score-change.js";
import { limits } from "../../domain/resource/limits.js";
import { type EpochSeconds, msPerDay } from "../../domain/resource/resource.js";
import type { LiveJudgement } from "../../domain/target/live-judgement.js";
import type { TriggerConfig, TriggerMessage, TriggerResult } from "../../domain/target/trigger.js";
import { crossingEvent, crossingRule, moverRule } from "../../domain/target/trigger-condition.js";
import {
  type CrossingRule,
  isNextDay,
  judge,
  largestMoves,
  type MoverRule,
  sideBefore,
  sides,
} from "../../domain/target/trigger-rule.js";
import type { Engine } from "../../warehouse/engine.js";
import { probabilitiesOf } from "../../warehouse/kept-scores.js";
import {
  cohortFiles,
  formerIds,
  lastingHoldoutFiles,
  peopleFiles,
  relation,
  scopeFiles,
  triggerFiles,
} from "../../warehouse/relations.js";
import { unionOf } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import {
  goneOfReported,
  heldOutOf,
  judgedPeople,
  nobodyHeldOut,
  nobodyReported,
  nothingRemembered,
  rememberedToday,
  reportedSince,
  reportedToKeep,
  rowsToRemember,
  watchedMembers,
  watchedProbabilities,
  withJudged,
} from "../../warehouse/triggers.js";
import { triggerHeadline } from "../../words/trigger.js";
import type { Step } from "../kind/kind.js";
import { pairsOf } from "../scope/analyses/score-changes.js";
import type { TriggerInput, WatchedSubject } from "./input.js";
import { type News, reportedPeople } from "./news.js";

/** Writes `state.parquet` and `reported.parquet`. */
export const judgePeople: Step<TriggerInput, TriggerResult> = async (input, tools) => {
  const { engine, dir, progress } = tools;
  progress(0, "Comparing people");
  const at = cutoffOf(input);
  const isFirst = input.previous?.result.condition !== input.condition;
  const known = knownPeople(input);
  const people = await readPeople(input, known, isFirst, engine);
  const evaluation = evaluate(input, people, { at, isFirst });
  await remember(engine, people, evaluation, triggerFiles(dir).state);

  progress(0.4, "Putting the news into words");
  const messages = await messagesOf(input, evaluation.news, at, engine);
  const reported = messages.flatMap((message) => message.people.map(({ id }) => BigInt(id)));
  const goneIds = await keepReported(input, reported, known, tools);
  return {
    condition: input.condition,
    data_through: at,
    watched_count: people.ids.length,
    is_first: isFirst,
    reported_count: reported.length,
    more_count: messages.reduce((sum, { more }) => sum + more, 0),
    ...(isFirst && (await rehearsal(input, at, engine))),
    since: evaluation.isBaseline
      ? { data_through: at, build: buildOf(input.subject) }
      : input.previous!.result.since,
    news: { messages, goneIds, ...(input.live && { settledIds: settledBy(input.live, isFirst) }) },
  };
};

/** Judgements of another condition say nothing any more. */
const settledBy = (live: readonly LiveJudgement[], isFirst: boolean): string[] =>
  live.filter(({ isAhead }) => isFirst || !isAhead).map(({ personId }) => personId);

const cutoffOf = ({ subject, account }: TriggerInput): EpochSeconds =>
  subject.of === "scores" ? subject.result.data_through : account.dataThrough;

const buildOf = (subject: WatchedSubject): string | null =>
  subject.of === "scores" ? (subject.result.builds?.current.build ?? null) : null;

interface Known {
  people: Relation;
  aliases: Relation;
}

const knownPeople = ({ account: { peopleDir } }: TriggerInput): Known => ({
  people: relation(peopleFiles(peopleDir).people),
  aliases: formerIds(peopleDir),
});

/** Judged people in order of id; NaN for what they do not have. */
interface JudgedPeople {
  ids: BigInt64Array;
  side: Float64Array;
  before: Float64Array;
  reportedAt: Float64Array;
  value: Float64Array;
  /** 1: the account holds them out. Their changes are remembered, and reported to nobody. */
  isHeldOut: Float64Array;
}

const readPeople = async (
  { subject, previous, live = [] }: TriggerInput,
  known: Known,
  isFirst: boolean,
  engine: Engine,
): Promise<JudgedPeople> => {
  const built = previous ? relation(triggerFiles(previous.dir).state) : nothingRemembered;
  const state = withJudged(built, await stageJudged(engine, live));
  const values =
    subject.of === "scores"
      ? watchedProbabilities(relation(scopeFiles(subject.dir).scores), subject.place, hasArms(subject.result))
      : watchedMembers(relation(cohortFiles(subject.dir).members));
  const heldOut =
    subject.of === "members" && subject.lastingDir !== undefined
      ? heldOutOf(relation(lastingHoldoutFiles(subject.lastingDir).groups))
      : nobodyHeldOut;
  const { columns } = await engine.columns(judgedPeople(rememberedToday(state, known), values, heldOut));
  const { person_id, side, before, reported_at, value, is_held_out } = columns as Record<
    string,
    Float64Array
  > & {
    person_id: BigInt64Array;
  };
  // Another condition was watched: who was reported when still counts, for the quiet period.
  if (isFirst) for (const column of [side!, before!]) column.fill(Number.NaN);
  // Whoever is no member has 0.
  if (subject.of === "members") for (let i = 0; i < value!.length; i++) value![i] ||= 0;
  if (!isFirst) leaveAhead(live, person_id, value!);
  return {
    ids: person_id,
    side: side!,
    before: before!,
    reportedAt: reported_at!,
    value: value!,
    isHeldOut: is_held_out!,
  };
};

const stageJudged = (engine: Engine, live: readonly LiveJudgement[]): Promise<Relation> =>
  engine.createTableOf("live_judgements", {
    person_id: BigInt64Array.from(live, ({ personId }) => BigInt(personId)),
    side: Float64Array.from(live, ({ side }) => side),
    value: Float64Array.from(live, ({ value }) => value ?? Number.NaN),
    reported_at: Float64Array.from(live, ({ reportedAt }) => reportedAt ?? Number.NaN),
  });

/** Whom a live score has judged by events that this build does not have: they stay as they were. */
const leaveAhead = (live: readonly LiveJudgement[], ids: BigInt64Array, values: Float64Array): void => {
  const ahead = new Set(live.flatMap(({ personId, isAhead }) => (isAhead ? [BigInt(personId)] : [])));
  if (ahead.size > 0) for (const [i, id] of ids.entries()) if (ahead.has(id)) values[i] = Number.NaN;
};

interface Evaluation {
  /** Indexes of people by their news, in the order in which they are reported. */
  news: { type: TriggerEvent; direction: "up" | "down"; people: News[] }[];
  side: Float64Array;
  /** The values with which the next evaluation compares. */
  compared: Float64Array;
  reportedAt: Float64Array;
  /** Whether the next evaluation compares with this one. */
  isBaseline: boolean;
}

interface Moment {
  at: EpochSeconds;
  isFirst: boolean;
}

const evaluate = (input: TriggerInput, people: JudgedPeople, moment: Moment): Evaluation => {
  const rule = crossingRule(input.config);
  if (rule) return judgeAll(rule, input.config, people, moment);
  return rankMoves(moverRule(input.config)!, input, people, moment);
};

const judgeAll = (
  rule: CrossingRule,
  config: TriggerConfig,
  people: JudgedPeople,
  { at, isFirst }: Moment,
): Evaluation => {
  const { ids, before, value, isHeldOut } = people;
  const silent = { ...rule, reports: { up: false, down: false } };
  const side = people.side.slice();
  const reportedAt = people.reportedAt.slice();
  const reported = { up: [] as News[], down: [] as News[] };
  for (let i = 0; i < ids.length; i++) {
    const judged = judge(
      { side: sideBefore(side[i]!, rule, isFirst), reportedAt: reportedAt[i]! },
      value[i]!,
      isHeldOut[i] ? silent : rule,
      at,
    );
    side[i] = judged.side;
    if (judged.reported === null) continue;
    reportedAt[i] = at;
    reported[judged.reported].push({
      id: ids[i]!,
      direction: judged.reported,
      from: before[i]!,
      to: value[i]!,
    });
  }
  for (const news of Object.values(reported)) news.sort(largestFirst);
  const news = (["up", "down"] as const).map((direction) => ({
    type: crossingEvent(config, direction),
    direction,
    people: reported[direction],
  }));
  return { news, side, reportedAt, compared: latest(before, value), isBaseline: true };
};

const rankMoves = (
  rule: MoverRule,
  { previous }: TriggerInput,
  { ids, side: _, before, reportedAt: earlier, value }: JudgedPeople,
  { at, isFirst }: Moment,
): Evaluation => {
  const side = new Float64Array(ids.length).fill(sides.unknown);
  const reportedAt = earlier.slice();
  const isOfDay = isFirst || isNextDay(previous!.result.since.data_through, at);
  if (!isOfDay) return { news: [], side, reportedAt, compared: before, isBaseline: false };
  const moves = isFirst ? [] : largestMoves({ from: before, to: value, reportedAt }, rule, at);
  for (const i of moves) reportedAt[i] = at;
  const people = moves.map((i): News => {
    const [from, to] = [before[i]!, value[i]!];
    return { id: ids[i]!, direction: to >= from ? "up" : "down", from, to };
  });
  const news = [{ type: "people.moved" as const, direction: "up" as const, people }];
  return { news, side, reportedAt, compared: value, isBaseline: true };
};

const changeOf = ({ from, to }: News): number => Math.abs(to - (Number.isNaN(from) ? 0 : from));

/** Ties go to the smaller id. */
const largestFirst = (a: News, b: News): number => changeOf(b) - changeOf(a) || (a.id < b.id ? -1 : 1);

/** The value of now, or the last one of people who have none now. */
const latest = (before: Float64Array, value: Float64Array): Float64Array =>
  value.map((each, i) => (Number.isNaN(each) ? before[i]! : each));

const remember = async (
  engine: Engine,
  { ids }: JudgedPeople,
  { side, compared, reportedAt }: Evaluation,
  file: string,
): Promise<void> => {
  const judged = await engine.createTableOf("judged", {
    person_id: ids,
    side,
    value: compared,
    reported_at: reportedAt,
  });
  await engine.writeParquet(rowsToRemember(judged), file);
  await engine.drop(judged);
};

const messagesOf = async (
  input: TriggerInput,
  news: Evaluation["news"],
  dataThrough: EpochSeconds,
  engine: Engine,
): Promise<TriggerMessage[]> => {
  const { subject, config } = input;
  const name = subject.of === "scores" ? subject.outcome.name : subject.name;
  let room = limits.triggerPeople.is;
  const named = news.map(({ people, ...rest }) => {
    const chosen = people.slice(0, room);
    room -= chosen.length;
    return { ...rest, chosen, count: people.length };
  });
  const texts = await reportedPeople(
    input,
    named.flatMap(({ chosen }) => chosen),
    engine,
  );
  return named.flatMap(({ type, direction, chosen, count }) => {
    const more = count - chosen.length;
    const reported = chosen.map(({ id }) => texts.get(id)!);
    const pages = count === 0 ? [] : pagesOf(reported, limits.triggerMessagePeople.is);
    return pages.map((people, i): TriggerMessage => {
      const isLast = i === pages.length - 1;
      const text = triggerHeadline({ type, direction, count, more }, config, name);
      return { type, text, dataThrough, people, more: isLast ? more : 0 };
    });
  });
};

/** At least one page. */
const pagesOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.max(1, Math.ceil(items.length / size)) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );

/** A little longer than messages are kept. */
const reportedKeptMs = 32 * msPerDay;

/** Writes the ids of people who were reported. Returns those that are nobody's any more. */
const keepReported = async (
  { previous, live = [] }: TriggerInput,
  reported: readonly bigint[],
  known: Known,
  { engine, dir, now }: Parameters<typeof judgePeople>[1],
): Promise<string[]> => {
  const earlier = previous?.isReportedIntact ? relation(triggerFiles(previous.dir).reported) : nobodyReported;
  const sent = live.filter(({ sentAt }) => sentAt !== null);
  const sentLive = await engine.createTableOf("reported_live", {
    person_id: BigInt64Array.from(sent, ({ personId }) => BigInt(personId)),
    reported_at: BigInt64Array.from(sent, ({ sentAt }) => BigInt(sentAt!)),
  });
  const kept = reportedSince(unionOf(earlier, sentLive), now - reportedKeptMs);
  const news = await engine.createTableOf("reported_now", {
    person_id: BigInt64Array.from(reported),
    reported_at: new BigInt64Array(reported.length).fill(BigInt(now)),
  });
  await engine.writeParquet(reportedToKeep(kept, news, known), triggerFiles(dir).reported);
  const gone = await engine.rows<{ id: string }>(goneOfReported(kept, known));
  return gone.map(({ id }) => id);
};

/** How many people the trigger would have reported between the last two builds of its pipeline, whose scores are kept. */
const rehearsal = async (
  { config, subject, account }: TriggerInput,
  at: EpochSeconds,
  engine: Engine,
): Promise<Pick<TriggerResult, "rehearsed_count">> => {
  if (subject.of !== "scores" || !subject.result.builds) return {};
  const { current: to, former } = subject.result.builds;
  const [from] = former;
  const outcomeId = subject.outcome.id;
  if (!from || !modelOf(from, outcomeId)) return {};
  const pairs = await pairsOf({ from, to, outcomeId, scopeDir: subject.dir, account }, engine);
  const { rows, columns } = await engine.columns(probabilitiesOf(pairs));
  const { before, value } = columns as Record<"before" | "value", Float64Array>;
  const reportedAt = new Float64Array(rows).fill(Number.NaN);
  const rule = crossingRule(config);
  if (!rule)
    return {
      rehearsed_count: largestMoves({ from: before, to: value, reportedAt }, moverRule(config)!, at).length,
    };
  const news = value.filter((each, i) => {
    const seen = rule.isNewBelow && Number.isNaN(before[i]!) ? sides.below : sides.unknown;
    const { side } = judge({ side: seen, reportedAt: Number.NaN }, before[i]!, rule, at);
    return judge({ side, reportedAt: Number.NaN }, each, rule, at).reported !== null;
  });
  return { rehearsed_count: news.length };
};
