// Live account: the index of one build with the rows that came since, and whose they are.
//
// Rows of an identity that the build knows are its person's. An identity that it does not know is a newcomer if
// nobody has its customer number or address, and somebody's if one person has; whatever else it may be, the next
// build decides, and the answer says how many records wait for it.

import { placeholderMailboxes } from "../../domain/people/identity/contacts.js";
import type { LivePerson, LiveQuestion, LiveScores, NamedPerson } from "../../domain/pipeline/live-score.js";
import type { EpochMs, EpochSeconds } from "../../domain/resource/resource.js";
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
import { formerIds } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { emittedProperties } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import type { Arrivals, Unit } from "./arrivals.js";
import { placeOf } from "./event-history.js";
import { LiveDataset, type LiveDatasetSource, type NewRows } from "./live-dataset.js";
import { LiveIndex, type PipelineToScore } from "./live-index.js";

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
      await LiveIndex.make(engine, dir, account, pipelines),
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
      for (const [i, person] of counted.people.entries()) {
        add(this.newerOf, person, counted.events[i]!);
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
    else if (isPlain && found.size === 0 && !this.build.hasPrivacyLists)
      this.newOwners.set(identity, identity);
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

const add = (counts: Map<bigint, number>, person: bigint, more: number): void => {
  counts.set(person, (counts.get(person) ?? 0) + more);
};
