// Cohorts that bounds on the number of events define, all of a stream at once: their members are read from
// one table of counts, and their history from one histogram of the times of people's first, second, … n-th
// events.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { minCountOf } from "../../domain/cohort/cohort-count.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import type { Engine } from "../engine.js";
import { list, type Relation, sql } from "../sql/sql.js";
import { summarisedTimes } from "../streams.js";
import { hasPersonCriteria, totalsWithin } from "./criteria.js";
import { type CohortInputs, definingStream, type StreamEvents, type StreamSummary } from "./inputs.js";
import { greatestCommonDivisor } from "./membership.js";

type SummarisedStream = StreamEvents & { summary: StreamSummary };

/** Whether the number of a person's events before the cutoff decides, and the stream's summary has it. */
export const isCounted = (definition: CohortConfig, inputs: CohortInputs, cutoff: EpochSeconds): boolean => {
  const { stream_conditions: conditions = [], min_value, max_value, recency, not_followed_by } = definition;
  const stream = definingStream(definition, inputs);
  const isByCount =
    conditions.length === 0 &&
    min_value === undefined &&
    max_value === undefined &&
    !recency &&
    !not_followed_by;
  const isSummarised = stream?.isDated === true && stream.summary !== undefined;
  return (
    isByCount && isSummarised && !hasPersonCriteria(definition) && (stream.summary!.newest ?? 0) < cutoff
  );
};

/** Counted cohorts of one stream; their tables are named after `name`. */
export class CountedCohorts {
  private readonly stream: SummarisedStream;
  private counts: Promise<Relation> | undefined;
  private past: Promise<History> | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly inputs: CohortInputs,
    private readonly definitions: readonly CohortConfig[],
    private readonly name: string,
  ) {
    this.stream = definingStream(definitions[0]!, inputs) as SummarisedStream;
  }

  /** Writes one row per member now, ordered: person_id. Returns their number. */
  async writeMembers(definition: CohortConfig, file: string): Promise<number> {
    const { engine } = this;
    // The counts are sorted once, and each cohort's members keep their order.
    await engine.run(sql`set preserve_insertion_order = true`);
    try {
      this.counts ??= engine.createTable(`counts ${this.name}`, this.eventCounts());
      return await engine.writeParquet(
        sql`select member.person_id from ${await this.counts} as member where ${totalsWithin(definition, "member")}`,
        file,
      );
    } finally {
      await engine.run(sql`set preserve_insertion_order = false`);
    }
  }

  /** The number of members at each cutoff; the cutoffs are the same for all cohorts. */
  async membersAt(
    definition: CohortConfig,
    cutoffs: readonly EpochSeconds[],
  ): Promise<ReadonlyMap<EpochSeconds, number>> {
    this.past ??= this.readHistory(cutoffs);
    const { reachedBefore, people } = await this.past;
    const [least, most] = [minCountOf(definition), definition.max_count];
    const reached = (count: number, cutoff: EpochSeconds) =>
      count <= 0 ? people : reachedBefore(count, cutoff);
    const left = (cutoff: EpochSeconds) => (most === undefined ? 0 : reached(most + 1, cutoff));
    return new Map(
      cutoffs.map((cutoff) => [cutoff, Math.max(0, reached(least, cutoff) - left(cutoff))] as const),
    );
  }

  /** One row per person, ordered: person_id, events; people without events only if they may be members. */
  private eventCounts(): Relation {
    const { people: active } = this.stream.summary;
    if (this.definitions.every((definition) => minCountOf(definition) > 0))
      return sql`select summary.person_id, summary.events from ${active} as summary order by summary.person_id`;
    return sql`
select person.person_id, coalesce(summary.events, 0) as events
from ${this.inputs.people} as person
left join ${active} as summary on summary.person_id = person.person_id
order by person.person_id`;
  }

  private async readHistory(cutoffs: readonly EpochSeconds[]): Promise<History> {
    const step = greatestCommonDivisor(cutoffs);
    const base = Math.min(...cutoffs) - step;
    const until = Math.max(...cutoffs);
    const places = new Set(
      this.definitions.flatMap((each) => [minCountOf(each), (each.max_count ?? -1) + 1]),
    );
    const rows = await this.engine.rows<{ place: number; slot: number; people: number }>(sql`
select moment.place, greatest(moment.event_time - ${base}, 0) // ${step} as slot, count(*) as people
from (${this.moments([...places])}) as moment
where moment.event_time < ${until} and moment.place in (${list([...places])})
group by moment.place, slot`);
    const people = await this.engine.count(this.inputs.people);
    const sums = runningSums(rows, (until - base) / step);
    return {
      people,
      reachedBefore: (count, cutoff) => sums.get(count)?.[(cutoff - base) / step - 1] ?? 0,
    };
  }

  /** One row per event: place, 1 for a person's first, and event_time. */
  private moments(places: readonly number[]): Relation {
    if (Math.max(...places) <= summarisedTimes)
      return sql`
select unnest(range(1, len(summary.first_times) + 1)) as place, unnest(summary.first_times) as event_time
from ${this.stream.summary.people} as summary`;
    return sql`
select row_number() over (partition by event.person_id order by event.event_time) as place, event.event_time
from ${this.stream.events} as event`;
  }
}

interface History {
  /** Number of people whose so many-th event is before a cutoff. */
  reachedBefore(count: number, cutoff: EpochSeconds): number;
  people: number;
}

/** Number of people until each slot, inclusive, by place. */
const runningSums = (
  rows: readonly { place: number; slot: number; people: number }[],
  slots: number,
): Map<number, Float64Array> => {
  const sums = new Map<number, Float64Array>();
  for (const { place, slot, people } of rows) {
    const ofPlace = sums.get(place) ?? new Float64Array(slots);
    sums.set(place, ofPlace);
    ofPlace[slot]! += people;
  }
  for (const ofPlace of sums.values())
    for (let slot = 1; slot < slots; slot++) ofPlace[slot]! += ofPlace[slot - 1]!;
  return sums;
};
