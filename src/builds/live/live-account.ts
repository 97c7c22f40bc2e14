// Live account: the index of one build with the rows that came since, and whose they are.
//
// Rows of an identity that the build knows are its person's. An identity that it does not know is a newcomer if
// nobody has its customer number or address, and somebody's if one person has; whatever else it may be, the next
// build decides, and the answer says how many records wait for it.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { placeholderMailboxes } from "../../domain/people/identity/contacts.js";
import type { LivePerson, LiveQuestion, LiveScores, NamedPerson } from "../../domain/pipeline/live-score.js";
import { type EpochMs, type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import type { WatchedPerson } from "../../domain/target/live-judgement.js";
import type { ReportedPerson, ShownIdentifier } from "../../domain/target/trigger.js";
import { changeParts } from "../../model/explain/score-change.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { setUpReading } from "../../warehouse/ingest/read.js";
import {
  formerIdsOf,
  knownOwners,
  ownIdentities,
  peopleWithValues,
  stageKnownValues,
  stageOwners,
  type UnknownIdentity,
  unknownIdentities,
} from "../../warehouse/live/identity-owners.js";
import { countArrived, newestOf, stageStreamEvents } from "../../warehouse/live/pending-rows.js";
import { formerIds, peopleFiles, relation } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { peopleInContact, peopleInReach, rememberedOf } from "../../warehouse/triggers.js";
import { distinctReasons } from "../../words/reasons.js";
import { changeSentence } from "../../words/score-change.js";
import { memberText, movedText } from "../../words/trigger.js";
import { emittedProperties } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { identifiersOf } from "../trigger/news.js";
import type { Arrivals, Unit } from "./arrivals.js";
import { placeOf } from "./event-history.js";
import { LiveDataset, type LiveDatasetSource, type NewRows } from "./live-dataset.js";
import { LiveIndex, type PipelineToScore } from "./live-index.js";
import { TouchedPeople } from "./touched-people.js";
import type {
  NewsOfPerson,
  WatchedPeople,
  WatchedTrigger,
  WatchedValue,
  WatchQuestion,
  WordsQuestion,
} from "./watch.js";

/** Plain data, so that it crosses to a child process. */
export interface LiveBuild {
  /** Another one for each build. */
  version: string;
  account: AccountSnapshot;
  pipelines: PipelineToScore[];
  /** Datasets that programs send events to. */
  datasets: LiveDatasetSource[];
  /** Results of all datasets whose records are among the people. */
  datasetDirs: string[];
  /** Somebody unknown may be on a privacy list. */
  hasPrivacyLists: boolean;
  /** Cohorts that triggers watch. */
  watchedCohorts: CohortConfig[];
}

const threads = 1;
/** Rows whose date has not come are looked at so often. */
const laterMs = 1_000;
/** Rows that the engine takes at once. */
const rowsAtOnce = 5_000;

export class LiveAccount {
  private newest: EpochSeconds;
  private newerEvents = 0;
  private waitingRecords = 0;
  private readonly newerOf = new Map<bigint, number>();
  private readonly waitingOf = new Map<bigint, number>();
  /** Newer events of each person, by stream. */
  private readonly newerIn = new Map<string, Map<bigint, number>>();
  private touched = new TouchedPeople();
  /** Names and contacts of newcomers, as they were sent. */
  private readonly called = new Map<bigint, Called>();
  /** Owners of identities that the build does not know. */
  private readonly newOwners = new Map<bigint, bigint | null>();
  /** By customer number and address. */
  private readonly newPeople = new Map<string, Set<bigint>>();
  /** Rows whose date has not come. */
  private laterAt: EpochMs = 0;
  private later: { directory: string; arrivedAt: EpochMs; row: string[] }[] = [];

  private constructor(
    private readonly build: LiveBuild,
    private readonly engine: Engine,
    private readonly index: LiveIndex,
    private readonly datasets: ReadonlyMap<string, LiveDataset | null>,
    private readonly owners: { keys: BigInt64Array; people: BigInt64Array },
    private readonly formerIds: ReadonlyMap<bigint, bigint>,
    private readonly knownValues: Relation,
  ) {
    this.newest = build.account.dataThrough - 1;
  }

  /** `dir` exists, and is this index's alone. */
  static async open(build: LiveBuild, dir: string, memoryMb: number): Promise<LiveAccount> {
    const engine = await openEngine({ memoryMb, threads, tempDir: dir });
    await setUpReading(engine);
    const { account, pipelines, datasetDirs } = build;
    const datasets = new Map<string, LiveDataset | null>();
    for (const source of build.datasets)
      datasets.set(source.directory, await LiveDataset.open(engine, source));
    return new LiveAccount(
      build,
      engine,
      await LiveIndex.make(engine, dir, account, pipelines, build.watchedCohorts),
      datasets,
      await knownOwners(engine, account.peopleDir),
      await formerIdsOf(engine, formerIds(account.peopleDir)),
      await stageKnownValues(engine, account.peopleDir, datasetDirs),
    );
  }

  get version(): string {
    return this.build.version;
  }

  /** Takes up rows that have come, in their order. */
  async takeUp(arrivals: Arrivals, now: EpochMs): Promise<void> {
    const later = now < this.laterAt ? [] : this.later.splice(0);
    if (later.length > 0) this.laterAt = now + laterMs;
    for (const directory of new Set(later.map((row) => row.directory))) {
      const own = later.filter((row) => row.directory === directory);
      await this.takeRows(directory, own, now);
    }
    for (const unit of arrivals.all()) await this.takeUnit(unit, now);
  }

  private async takeUnit(unit: Unit, now: EpochMs): Promise<void> {
    while (unit.taken < unit.rows.length) {
      const rows = unit.rows.slice(unit.taken, unit.taken + rowsAtOnce);
      unit.taken += rows.length;
      const { arrivedAt } = unit;
      await this.takeRows(
        unit.directory,
        rows.map((row) => ({ arrivedAt, row })),
        now,
      );
    }
  }

  private async takeRows(
    directory: string,
    rows: readonly { arrivedAt: EpochMs; row: string[] }[],
    now: EpochMs,
  ): Promise<void> {
    const dataset = this.datasets.get(directory);
    const cells = rows.map(({ arrivedAt, row }) => ({ arrivedAt, cells: dataset?.cellsOf(row) ?? [] }));
    const taken = (await dataset?.take(cells, now)) ?? null;
    if (!dataset || taken === null) {
      this.waitingRecords += rows.length;
      return;
    }
    for (const at of taken.future) this.later.push({ directory, ...rows[at]! });
    if (taken.count === 0) return;
    const owned = await this.ownersOf(taken);
    // What programs say of people, traits among it, counts from the next build on.
    if (dataset.streams.length === 0)
      for (const person of owned.people.values()) {
        if (person === null) continue;
        add(this.waitingOf, person, 1);
        this.waitingRecords++;
      }
    const owners = await stageOwners(
      this.engine,
      [...owned.identities].flatMap(([key, person]) => (person === null ? [] : [[key, person] as const])),
    );
    for (const { name, properties } of dataset.streams) {
      const events = await dataset.eventsOf(name, taken, now);
      const stream = this.build.account.streams.find((built) => built.name === name);
      if (!stream) continue;
      const relation = await stageStreamEvents(
        this.engine,
        events,
        properties,
        emittedProperties(stream),
        owners,
      );
      await this.index.add(name, relation);
      const counted = await countArrived(this.engine, relation);
      const own = this.newerIn.get(name) ?? new Map<bigint, number>();
      this.newerIn.set(name, own);
      for (const [i, person] of counted.people.entries()) {
        add(this.newerOf, person, counted.events[i]!);
        add(own, person, counted.events[i]!);
        this.touched.add(person);
        this.newerEvents += counted.events[i]!;
      }
      this.newest = Math.max(this.newest, await newestOf(this.engine, events));
    }
  }

  /** The owner of each row and identity; null where the next build decides. */
  private async ownersOf({ rows, sets }: NewRows) {
    const { seq, key } = await ownIdentities(this.engine, rows, sets.length);
    const unknown = [...new Set(key)].filter(
      (identity) => placeOf(this.owners.keys, identity) < 0 && !this.newOwners.has(identity),
    );
    if (unknown.length > 0) {
      const found = await unknownIdentities(
        this.engine,
        rows,
        sets[0]!,
        sets.length,
        unknown,
        this.knownValues,
      );
      for (const identity of found) this.decide(identity, sets.length > 1);
    }
    const people = new Map<bigint, bigint | null>();
    const identities = new Map<bigint, bigint | null>();
    for (const [i, identity] of key.entries()) {
      const place = placeOf(this.owners.keys, identity);
      const owner = place >= 0 ? this.owners.people[place]! : (this.newOwners.get(identity) ?? null);
      people.set(seq[i]!, owner);
      identities.set(identity, owner);
      if (owner === null) this.waitingRecords++;
    }
    return { people, identities };
  }

  private decide(unknown: UnknownIdentity, areSeveral: boolean): void {
    const identity = BigInt(unknown.identity_key);
    const values = [unknown.number, unknown.email].filter((value) => value !== null);
    const found = new Set(unknown.people === "" ? [] : unknown.people.split(",").map(BigInt));
    for (const value of values) for (const person of this.newPeople.get(value) ?? []) found.add(person);
    const isNumberKnown =
      unknown.number_is_known || (unknown.number !== null && this.newPeople.has(unknown.number));
    const isPlain = !areSeveral && !unknown.has_more && values.length > 0 && this.counts(unknown);
    const [person] = found;
    if (isPlain && found.size === 1 && (unknown.number === null || isNumberKnown))
      this.newOwners.set(identity, person!);
    else if (isPlain && found.size === 0 && !this.build.hasPrivacyLists) this.addNewcomer(identity, unknown);
    else {
      this.newOwners.set(identity, null);
      for (const each of found) add(this.waitingOf, each, 1);
      return;
    }
    for (const value of values) {
      const own = this.newPeople.get(value) ?? new Set();
      this.newPeople.set(value, own.add(this.newOwners.get(identity)!));
    }
  }

  private addNewcomer(identity: bigint, { sent_number, sent_email }: UnknownIdentity): void {
    this.newOwners.set(identity, identity);
    this.called.set(identity, {
      ...(sent_number !== null && { customer_id: sent_number }),
      ...(sent_email !== null && { email: sent_email }),
    });
  }

  /** Whether the values of an identity say who somebody is. */
  private counts({ number, is_number, email }: UnknownIdentity): boolean {
    const isMailbox = email === null || /^[^@]+@[^@]+\.[^@]+$/.test(email);
    const isPlaceholder = email !== null && placeholderMailboxes.includes(email.split("@")[0]!);
    return (number === null || is_number) && isMailbox && !isPlaceholder;
  }

  async answer({ people, withReasons }: LiveQuestion, now: EpochMs): Promise<LiveScores> {
    const ids = await this.idsOf(people);
    // From here nothing is awaited: an answer is as of one moment.
    const cutoff = this.newest + 1;
    const known = ids.filter((id) => id !== null);
    const scopes = this.index.score(known, cutoff, withReasons);
    let at = 0;
    return {
      scoredAt: now,
      dataThrough: cutoff,
      builtThrough: this.build.account.dataThrough,
      newerEvents: this.newerEvents,
      waitingRecords: this.waitingRecords,
      people: ids.map((id): LivePerson | null =>
        id === null
          ? null
          : {
              personId: String(id),
              isNew: !this.index.isKnown(id),
              newerEvents: this.newerOf.get(id) ?? 0,
              waitingRecords: this.waitingOf.get(id) ?? 0,
              scopes: scopes[at++]!,
            },
      ),
    };
  }

  /** Names those again whom the index of the build before had yet to name. Nobody else has changed. */
  followOn(before: LiveAccount): void {
    this.touched = new TouchedPeople();
    for (const person of before.touched.all()) {
      const own = this.idOf(String(person));
      if (own !== null) this.touched.add(own);
    }
  }

  /** People with new events, with the values that triggers watch. */
  async watch({ judged, isAgain, most, besides, triggers }: WatchQuestion): Promise<WatchedPeople> {
    if (judged?.version === this.version) this.touched.settle(judged.turn);
    if (isAgain) this.touched.addAgain(this.newerOf.keys());
    const { turn, people, hasMore } = this.touched.name(most);
    const others = besides.map((id) => this.idOf(id)).filter((id) => id !== null);
    const ids = [...new Set([...people, ...others])];
    const chosen = await this.engine.createTableOf("watched people", { person_id: BigInt64Array.from(ids) });
    const remembered: Remembered[] = [];
    for (const trigger of triggers) remembered.push(await this.rememberedBy(trigger, chosen));
    // From here nothing is awaited: an answer is as of one moment.
    const cutoff = this.newest + 1;
    const valuesOf = once((value: WatchedValue) => this.valuesOf(value, ids, cutoff));
    return {
      mark: { version: this.version, turn },
      hasMore,
      dataThrough: cutoff,
      people: ids.map((id) => ({ id: String(id), newerEvents: this.newerOf.get(id) ?? 0 })),
      triggers: triggers.map(({ value }, at) => {
        const values = valuesOf(value);
        return ids.map((id, i) => {
          const { isIn, known } = remembered[at]!;
          return { ...nobody, ...known.get(id), value: isIn(id) ? numberOf(values[i]!) : null };
        });
      }),
    };
  }

  private valuesOf(value: WatchedValue, ids: readonly bigint[], cutoff: EpochSeconds): Float64Array {
    if (value.of === "members") return this.index.members(ids, value.cohort, cutoff);
    return this.index.probabilities(ids, value, cutoff);
  }

  private async rememberedBy({ value, stateFile }: WatchedTrigger, chosen: Relation): Promise<Remembered> {
    const { peopleDir } = this.build.account;
    const known = { people: relation(peopleFiles(peopleDir).people), aliases: formerIds(peopleDir) };
    const { columns } = await this.engine.columns(rememberedOf(relation(stateFile), chosen, known));
    const { person_id, side, before, reported_at } = columns as Record<string, Float64Array> & {
      person_id: BigInt64Array;
    };
    const rows = [...person_id].map((id, i) => [
      id,
      {
        side: numberOf(side![i]!),
        before: numberOf(before![i]!),
        reportedAt: numberOf(reported_at![i]!),
      },
    ]) as [bigint, Omit<WatchedPerson, "value">][];
    const inContactOf =
      value.of === "members"
        ? value.groupsFile && peopleInReach(relation(value.groupsFile), chosen)
        : value.scoresFile && peopleInContact(relation(value.scoresFile), chosen);
    if (!inContactOf) return { known: new Map(rows), isIn: () => true };
    const contacts = await this.engine.columns(inContactOf);
    const inContact = new Set(contacts.columns.person_id as BigInt64Array);
    return { known: new Map(rows), isIn: (id) => inContact.has(id) };
  }

  /** News of people, in words. Whoever is gone has none. */
  async words({ value, shown, said, withReasons, people }: WordsQuestion): Promise<ReportedPerson[]> {
    const ids = people.map(({ id }) => BigInt(id));
    const called = await identifiersOf(this.build.account.peopleDir, shown, ids, this.engine);
    const explained =
      value.of === "scores" ? this.index.explained(ids, value, this.newest + 1, withReasons) : [];
    return people.map((news, i) => {
      const own = called.get(news.id) ?? pick(this.called.get(ids[i]!) ?? {}, shown);
      const { id, direction, from, to } = news;
      if (value.of === "members")
        return { id, ...own, direction, text: memberText(direction, said!.name, said!.sentence) };
      const { reasons = [] } = explained[i] ?? {};
      const forIt = reasons.filter((reason) => reason.direction === "for").map(({ sentence }) => sentence);
      const named = distinctReasons(forIt).slice(0, namedReasons);
      const text = movedText(from ?? null, to!, this.causesOf(news, explained[i]));
      return { id, ...own, direction, from, to, text, ...(named.length > 0 && { reasons: named }) };
    });
  }

  /** Causes of a change since the last build. */
  private causesOf({ id, from, to }: NewsOfPerson, explained: Explained | undefined) {
    if (from == null || !explained) return [];
    const { withoutNewer: later, stream } = explained;
    const unchanged = { fromModel: from, asKnownNow: from, later, withEvents: to!, toModel: to! };
    const added = [...this.newerIn].flatMap(([name, counts]) => {
      const count = counts.get(BigInt(id)) ?? 0;
      return count === 0 ? [] : [{ stream: name, count }];
    });
    const passed = this.newest + 1 - this.build.account.dataThrough;
    const facts = { ...noFacts, added, stream, daysPassed: Math.round(passed / secondsPerDay) };
    return changeParts({ from, ...unchanged, to: to! }, false)
      .filter(({ cause }) => cause === "events" || facts.daysPassed > 0)
      .map(({ cause, log_odds }) => ({ log_odds, sentence: changeSentence(cause, facts) }));
  }

  close(): void {
    this.index.close();
    this.engine.close();
  }

  private idOf(text: string): bigint | null {
    if (!/^\d{1,19}$/.test(text)) return null;
    const id = BigInt(text);
    const own = this.formerIds.get(id) ?? id;
    return this.index.isKnown(own) || this.newOwners.get(own) === own ? own : null;
  }

  private async idsOf(people: readonly NamedPerson[]): Promise<(bigint | null)[]> {
    const values = people.flatMap((wanted) =>
      "id" in wanted ? [] : ["email" in wanted ? wanted.email : wanted.customerId],
    );
    const found = values.length > 0 ? await peopleWithValues(this.engine, values, this.knownValues) : [];
    let at = 0;
    return people.map((wanted) => {
      if ("id" in wanted) return this.idOf(wanted.id);
      const { value, people: known } = found[at++]!;
      const all = new Set([...known, ...(this.newPeople.get(value) ?? [])]);
      const [only] = all;
      return all.size === 1 ? only! : null;
    });
  }
}

type Called = Pick<ReportedPerson, "customer_id" | "email" | "name">;
type Explained = ReturnType<LiveIndex["explained"]>[number];

interface Remembered {
  known: Map<bigint, Omit<WatchedPerson, "value">>;
  /** Whether the value of somebody counts. */
  isIn(person: bigint): boolean;
}

const nobody = { side: null, before: null, reportedAt: null };

const noFacts = {
  earlier: [],
  late: [],
  quietDays: null,
  learnedThrough: null,
  isRedefined: false,
};

/** As many as a list has. */
const namedReasons = 3;

/** Several triggers may watch the same. */
const once = <T, R>(make: (value: T) => R) => {
  const made = new Map<string, R>();
  return (value: T): R => {
    const key = JSON.stringify(value);
    const known = made.get(key) ?? make(value);
    made.set(key, known);
    return known;
  };
};

const numberOf = (value: number): number | null => (Number.isNaN(value) ? null : value);

const pick = (called: Called, shown: readonly ShownIdentifier[]): Called =>
  Object.fromEntries(Object.entries(called).filter(([field]) => shown.includes(field as ShownIdentifier)));

const add = (counts: Map<bigint, number>, person: bigint, more: number): void => {
  counts.set(person, (counts.get(person) ?? 0) + more);
};
