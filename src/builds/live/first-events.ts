// First events of people, as far as they tell who has none: of those who had one at the last build that they did,
// and of the others the first that came since.

import type { EpochSeconds } from "../../domain/resource/resource.js";
import { firstEvents, firstSeen } from "../../warehouse/cohorts/eligibility.js";
import type { Engine } from "../../warehouse/engine.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { cohortInputs } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { placeOf } from "./event-history.js";

/** One entry per person. */
export interface FirstTimes {
  people: BigInt64Array;
  times: Float64Array;
}

export class FirstEvents {
  /** By person. */
  private readonly since = new Map<bigint, EpochSeconds>();

  private constructor(
    private readonly engine: Engine,
    private readonly dated: ReadonlySet<string>,
    private readonly known: BigInt64Array,
    /** By place among the known: 1 for whoever had an event at the last build. */
    private readonly had: Uint8Array,
  ) {}

  static async make(known: BigInt64Array, account: AccountSnapshot, engine: Engine): Promise<FirstEvents> {
    const dated = new Set(account.streams.flatMap(({ name, result }) => (result.isDated ? [name] : [])));
    const made = new FirstEvents(engine, dated, known, new Uint8Array(known.length));
    const seen = firstSeen(cohortInputs(account), account.dataThrough);
    for (const person of (await made.firstTimes(seen)).people) {
      const place = placeOf(known, person);
      if (place >= 0) made.had[place] = 1;
    }
    return made;
  }

  /** The first event of each person among these; null for a stream without dates. */
  async read(stream: string, events: Relation): Promise<FirstTimes | null> {
    return this.dated.has(stream) ? this.firstTimes(firstEvents(events)) : null;
  }

  add({ people, times }: FirstTimes): void {
    for (const [i, person] of people.entries()) {
      const before = this.since.get(person) ?? Number.POSITIVE_INFINITY;
      this.since.set(person, Math.min(times[i]!, before));
    }
  }

  isBefore(person: bigint, cutoff: EpochSeconds): boolean {
    const place = placeOf(this.known, person);
    const had = place >= 0 && this.had[place] === 1;
    return had || (this.since.get(person) ?? Number.POSITIVE_INFINITY) < cutoff;
  }

  private async firstTimes(relation: Relation): Promise<FirstTimes> {
    const { columns } = await this.engine.columns(relation);
    const { person_id, seen_at } = columns as unknown as { person_id: BigInt64Array; seen_at: BigInt64Array };
    return { people: person_id, times: Float64Array.from(seen_at, Number) };
  }
}
