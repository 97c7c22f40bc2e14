// Live triggers: people with new events are judged within seconds, by live scores, as a build judges everyone.
//
//   an event comes ──▶ its person is named by the process of live scores ──▶ judged ──▶ recorded with the messages
//
// A round judges so many people of an account and no more, however much is sent, and each account has rounds of its
// own. One node judges an account, by a lease, which only saves work: what a round decided is recorded if nobody has
// been judged otherwise since, no build of the trigger runs, and its result is the one that was read. So news are
// made once, whatever is killed; whoever could not be recorded is named again.

import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Db } from "../../db/connection.js";
import type { Database } from "../../db/schema.js";
import { lockAccount } from "../../db/transaction.js";
import { hasArms } from "../../domain/pipeline/scope.js";
import { limits } from "../../domain/resource/limits.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { type JudgedLive, judgeLive, type LiveJudgement } from "../../domain/target/live-judgement.js";
import type { ReportedPerson, TriggerMessage } from "../../domain/target/trigger.js";
import {
  crossingEvent,
  crossingRule,
  identifiersShown,
  isLive,
  watchedCondition,
} from "../../domain/target/trigger-condition.js";
import { Refusal } from "../../errors/refusal.js";
import type { Troubles } from "../../errors/troubles.js";
import { worldTrouble } from "../../errors/world.js";
import { isRunning } from "../../queue/running.js";
import { endLease, holdLease } from "../../store/leases.js";
import { findById, findResources, listResources, type Resource } from "../../store/resources.js";
import { runOf } from "../../store/runs.js";
import {
  accountsWithLiveTriggers,
  countJudged,
  findJudged,
  listAhead,
  saveJudged,
} from "../../store/trigger-judgement.js";
import { lastingHoldoutFiles, scopeFiles, triggerFiles } from "../../warehouse/relations.js";
import { triggerHeadline } from "../../words/trigger.js";
import { digest } from "../kind/digest.js";
import { sentenceOf } from "../trigger/kind.js";
import type { LiveScorer } from "./live-processes.js";
import type { NewsOfPerson, WatchedPeople, WatchedValue, WatchMark } from "./watch.js";

interface Options {
  db: Db;
  dataDir: string;
  scorer: Pick<LiveScorer, "watch" | "words">;
  /** Name of this process, which no other has. */
  holder: string;
  /** For so long, another node may know events of a person that this one does not. */
  settleMs: number;
  announce(
    trx: Kysely<Database>,
    trigger: Resource<"triggers">,
    messages: TriggerMessage[],
    now: EpochMs,
  ): Promise<void>;
  clock: () => EpochMs;
  troubles: Pick<Troubles, "covers">;
  log: { warn(fields: object, text: string): void; error(fields: object, text: string): void };
}

const lookMs = 5_000;
const roundMs = 500;
/** An event that was seen in the log is in the answers by then. */
const takenUpMs = 3_000;
const leaseMs = 20_000;
const extendMs = 5_000;
const afterFailureMs = 10_000;

/** The returned function stops it, after the rounds that are under way. */
export const startLiveTriggers = (options: Options): (() => Promise<void>) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const judging = new Map<string, Promise<void>>();
  const look = async (): Promise<void> => {
    for (const accountId of await accountsWithLiveTriggers(options.db.kysely)) {
      if (judging.has(accountId)) continue;
      const rounds = new Rounds(accountId, options).run(signal).finally(() => judging.delete(accountId));
      judging.set(accountId, rounds);
    }
  };
  const looking = (async () => {
    while (!signal.aborted) {
      await look().catch((error) => report(options, error));
      await pause(lookMs, signal);
    }
  })();
  return async () => {
    stopping.abort();
    await Promise.all([looking, ...judging.values()]);
  };
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});

const report = ({ troubles, log }: Options, error: unknown): void => {
  if (!troubles.covers(error))
    log[worldTrouble(error) ? "warn" : "error"]({ err: error }, "live triggers were not judged");
};

/** A trigger that can be judged now, with what it watches. */
interface Judgeable {
  trigger: Resource<"triggers">;
  value: WatchedValue;
  /** Name of the outcome or the cohort. */
  subject: string;
  withReasons: boolean;
  /** How many more people may be reported before the next build. */
  room: number;
}

/** Decisions of a round for one trigger. */
interface Decided {
  judgeable: Judgeable;
  judged: JudgedLive[];
  /** Judgements of these people before the round. */
  before: LiveJudgement[];
  messages: TriggerMessage[];
}

/** The rounds of one account. */
class Rounds {
  private leasedAt = Number.NEGATIVE_INFINITY;
  private seen: string | undefined;
  private activeUntil = Number.NEGATIVE_INFINITY;
  private judged: WatchMark | null = null;
  private hasMore = false;
  /** Triggers that could not be judged, so that people are named again once they can. */
  private readonly skipped = new Set<string>();
  /** A build of one of them runs, or came between. */
  private isHeldUp = false;
  /** When judgements are looked through of which a newer build may have the events; undefined: not. */
  private settleAt: number | undefined = 0;
  private besides: string[] = [];

  constructor(
    private readonly accountId: string,
    private readonly options: Options,
  ) {}

  /** Until the account has no live trigger. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waitMs = await this.round().catch((error) => this.afterFailure(error));
      if (waitMs === null) break;
      await pause(waitMs, signal);
    }
    await endLease(this.options.db, this.lease).catch(() => {});
  }

  private get lease() {
    return { name: `live_triggers ${this.accountId}`, holder: this.options.holder };
  }

  private afterFailure(error: unknown): number {
    if (error instanceof Refusal && "seconds" in error.params) return 1000 * Number(error.params.seconds);
    report(this.options, error);
    return afterFailureMs;
  }

  /** Returns how long to wait before the next one; null: there is nothing to judge any more. */
  private async round(): Promise<number | null> {
    const { db, scorer, settleMs } = this.options;
    if (!(await this.holdsLease())) return extendMs;
    const all = await listResources(db.kysely, this.accountId, "triggers");
    const triggers = all.filter(({ archivedAt, config }) => archivedAt === null && isLive(config));
    if (triggers.length === 0) return null;
    if (!(await this.isActive(triggers))) return roundMs;
    const begun = performance.now();
    const able = await this.judgeable(triggers);
    if (able.length === 0) return roundMs;
    const isAgain = this.takeSkipped(able);
    const besides = await this.takeBesides(able);
    const answer = await scorer.watch(this.accountId, {
      judged: this.judged,
      isAgain,
      most: limits.triggerRoundPeople.is,
      besides,
      triggers: able.map(({ trigger, value }) => ({
        id: trigger.id,
        value,
        stateFile: this.stateOf(trigger),
      })),
    });
    if (answer.mark.version !== this.judged?.version) this.settleAt ??= performance.now() + settleMs;
    for (const [at, each] of able.entries()) await this.judgeTrigger(each, answer, at);
    this.judged = answer.mark;
    this.hasMore = answer.hasMore;
    // At most half of the time, so that others have theirs.
    return this.hasMore ? performance.now() - begun : roundMs;
  }

  /** A second after its last event was written, somebody is named at the latest. */
  private async isActive(triggers: readonly Resource<"triggers">[]): Promise<boolean> {
    const { db, dataDir, clock } = this.options;
    const { newest } = await runOf(db.kysely, this.accountId);
    const logs = await sizesIn(path.join(dataDir, "events", this.accountId));
    const seen = digest([
      newest,
      logs,
      triggers.map(({ id, version, resultDir }) => [id, version, resultDir]),
    ]);
    if (seen !== this.seen) this.activeUntil = performance.now() + takenUpMs;
    this.seen = seen;
    const isToSettle = this.settleAt !== undefined && performance.now() > this.settleAt;
    const isBusy = this.isHeldUp || this.hasMore || this.besides.length > 0 || isToSettle;
    if (isBusy || performance.now() < this.activeUntil) return true;
    // The index of the build that has their events is yet to come.
    const ids = triggers.map(({ id }) => id);
    return (await listAhead(db.kysely, ids, clock(), 1)).length > 0;
  }

  private async holdsLease(): Promise<boolean> {
    if (performance.now() - this.leasedAt < extendMs) return true;
    const isHeld = await holdLease(this.options.db, this.lease, leaseMs);
    if (isHeld) this.leasedAt = performance.now();
    return isHeld;
  }

  private stateOf({ resultDir }: Resource<"triggers">): string {
    return triggerFiles(path.join(this.options.dataDir, resultDir!)).state;
  }

  private async judgeable(triggers: readonly Resource<"triggers">[]): Promise<Judgeable[]> {
    const { db } = this.options;
    const able: Judgeable[] = [];
    this.isHeldUp = false;
    for (const trigger of triggers) {
      const watched = await this.watchedBy(trigger);
      const { judged, sent } = await countJudged(db.kysely, trigger.id);
      const room = limits.triggerPeople.is - sent;
      const isFull = room <= 0 || judged >= limits.triggerJudgements.is;
      const isBuilt = await isRunning(db.kysely, trigger.id);
      this.isHeldUp ||= isBuilt;
      if (watched && !isFull && !isBuilt) able.push({ ...watched, trigger, room });
      else this.skipped.add(trigger.id);
    }
    return able;
  }

  /** Undefined where the last result remembers nobody for the condition of now. */
  private async watchedBy({ config, result, resultDir, damagedFiles }: Resource<"triggers">) {
    const { db, dataDir } = this.options;
    if (!result || resultDir === null || damagedFiles.includes(triggerFiles("").state)) return undefined;
    if (result.condition !== digest(watchedCondition(config))) return undefined;
    const { crosses, cohort } = config.when;
    const ids = cohort ? [cohort.cohort_id] : [crosses!.scope_id, crosses!.outcome_id];
    const found = await findResources(db.kysely, this.accountId, ids);
    if (cohort) {
      const own = found.find((each) => each.type === "cohorts");
      if (!own) return undefined;
      const value: WatchedValue = {
        of: "members",
        cohort: own.config,
        ...(await this.groupsOfAccount()),
      };
      return { value, subject: own.name, withReasons: false };
    }
    const scope = found.find((each) => each.type === "scopes");
    const outcome = found.find((each) => each.type === "outcomes");
    if (!scope || scope.resultDir === null || !outcome) return undefined;
    const isHeldOut = scope.result !== null && hasArms(scope.result);
    const value: WatchedValue = {
      of: "scores",
      scopeId: scope.id,
      outcomeId: outcome.id,
      ...(isHeldOut && { scoresFile: scopeFiles(path.join(dataDir, scope.resultDir)).scores }),
    };
    const withReasons = scope.config.payload.explainability === true;
    return { value, subject: outcome.name, withReasons };
  }

  /** Whom the account holds out is not judged between builds. */
  private async groupsOfAccount(): Promise<{ groupsFile?: string }> {
    const { db, dataDir } = this.options;
    const all = await listResources(db.kysely, this.accountId, "holdouts");
    const dir = all.find(({ archivedAt }) => archivedAt === null)?.resultDir ?? null;
    return dir === null ? {} : { groupsFile: lastingHoldoutFiles(path.join(dataDir, dir)).groups };
  }

  /** Whether a trigger can be judged that could not be before. */
  private takeSkipped(able: readonly Judgeable[]): boolean {
    const again = able.filter(({ trigger }) => this.skipped.delete(trigger.id));
    return again.length > 0;
  }

  /** People whose judgement was ahead of a build, a few at a time. */
  private async takeBesides(able: readonly Judgeable[]): Promise<string[]> {
    const { db, clock, settleMs } = this.options;
    if (this.settleAt !== undefined && performance.now() > this.settleAt) {
      this.settleAt = undefined;
      const ids = able.map(({ trigger }) => trigger.id);
      this.besides = await listAhead(db.kysely, ids, clock() - settleMs, limits.triggerJudgements.is);
    }
    return this.besides.splice(0, limits.triggerRoundPeople.is);
  }

  private async judgeTrigger(judgeable: Judgeable, answer: WatchedPeople, at: number): Promise<void> {
    const { db } = this.options;
    const { trigger } = judgeable;
    const ids = answer.people.map(({ id }) => id);
    const before = await findJudged(db.kysely, trigger.id, ids);
    const judged = this.judgeAll(judgeable, answer, at, new Map(before.map((each) => [each.personId, each])));
    if (judged.length === 0) return;
    const concerned = new Set(judged.map(({ judgement }) => judgement.personId));
    const messages = await this.messagesOf(judgeable, judged, answer);
    const isRecorded = await this.record({
      judgeable,
      judged,
      before: before.filter(({ personId }) => concerned.has(personId)),
      messages,
    });
    if (isRecorded) return;
    this.skipped.add(trigger.id);
    this.isHeldUp = true;
  }

  private judgeAll(
    { trigger, room }: Judgeable,
    { people, triggers, dataThrough }: WatchedPeople,
    at: number,
    known: ReadonlyMap<string, LiveJudgement>,
  ): JudgedLive[] {
    const rule = crossingRule(trigger.config)!;
    const now = this.options.clock();
    const judged: JudgedLive[] = [];
    let left = room;
    for (const [i, { id, newerEvents }] of people.entries()) {
      const last = known.get(id);
      const isYoung = last?.isAhead === true && last.judgedAt > now - this.options.settleMs;
      const moment = { at: dataThrough, now, isAhead: newerEvents > 0 || isYoung };
      const found = judgeLive(id, triggers[at]![i]!, last, rule, moment);
      if (!found) continue;
      if (found.reported && left-- <= 0) this.skipped.add(trigger.id);
      else judged.push(found);
    }
    return judged;
  }

  private async messagesOf(
    { trigger, value, subject, withReasons }: Judgeable,
    judged: readonly JudgedLive[],
    { dataThrough }: WatchedPeople,
  ): Promise<TriggerMessage[]> {
    const news = judged.flatMap(({ judgement, reported, from }): NewsOfPerson[] => {
      const { personId: id, value: to } = judgement;
      return reported ? [{ id, direction: reported, from, to: to! }] : [];
    });
    if (news.length === 0) return [];
    const { config } = trigger;
    const said = value.of === "members" ? { name: subject, sentence: await this.sentence(value) } : undefined;
    const shown = identifiersShown(config);
    const named = await this.options.scorer.words(this.accountId, {
      value,
      shown,
      ...(said && { said }),
      withReasons,
      people: news,
    });
    return (["up", "down"] as const).flatMap((direction) => {
      const people = named.filter((person) => person.direction === direction).sort(largestFirst);
      if (people.length === 0) return [];
      const type = crossingEvent(config, direction);
      const headline = { type, direction, count: people.length, more: 0 };
      return [{ type, text: triggerHeadline(headline, config, subject), dataThrough, people, more: 0 }];
    });
  }

  private async sentence({ cohort }: Extract<WatchedValue, { of: "members" }>): Promise<string> {
    const { db } = this.options;
    const of = <T extends "streams" | "traits" | "places" | "atlases">(type: T) =>
      listResources(db.kysely, this.accountId, type);
    return sentenceOf(cohort, {
      streams: await of("streams"),
      traits: await of("traits"),
      places: await of("places"),
      atlases: await of("atlases"),
    });
  }

  /** False where something has changed since it was read; nothing is recorded then. */
  private record({ judgeable: { trigger }, judged, before, messages }: Decided): Promise<boolean> {
    const { db, announce, clock } = this.options;
    const ids = judged.map(({ judgement }) => judgement.personId);
    return db.transaction(async (trx) => {
      await lockAccount(trx, this.accountId);
      const now = await findById(trx, trigger.id);
      const isSame =
        now?.version === trigger.version &&
        now.resultDir === trigger.resultDir &&
        now.archivedAt === null &&
        !(await isRunning(trx, trigger.id)) &&
        areEqual(await findJudged(trx, trigger.id, ids), before);
      if (!isSame) return false;
      await saveJudged(
        trx,
        trigger.id,
        judged.map(({ judgement }) => judgement),
      );
      await announce(trx, trigger, messages, clock());
      return true;
    });
  }
}

const changeOf = ({ from, to }: ReportedPerson): number => Math.abs((to ?? 0) - (from ?? 0));

const largestFirst = (a: ReportedPerson, b: ReportedPerson): number =>
  changeOf(b) - changeOf(a) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

const areEqual = (a: readonly LiveJudgement[], b: readonly LiveJudgement[]): boolean => {
  const inOrder = (rows: readonly LiveJudgement[]) =>
    rows.toSorted((x, y) => (x.personId < y.personId ? -1 : 1));
  return digest(inOrder(a)) === digest(inOrder(b));
};

/** Names and sizes of the logs of an account, by node. */
const sizesIn = async (dir: string): Promise<string[]> => {
  const sizes: string[] = [];
  for (const node of await namesIn(dir))
    for (const name of await namesIn(path.join(dir, node))) {
      const file = path.join(node, name);
      const size = await stat(path.join(dir, file)).then(
        (found) => found.size,
        () => 0,
      );
      sizes.push(`${file} ${size}`);
    }
  return sizes;
};

const namesIn = async (dir: string): Promise<string[]> => (await readdir(dir).catch(() => [])).sort();
