// Cohorts of live scores: who is a member at this moment. Events decide for one person at a time; whoever no event
// can move was found when the index was made.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { streamsOf } from "../../domain/cohort/cohort-count.js";
import type { PropertyCondition } from "../../domain/resource/condition.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { hasPersonCriteria } from "../../warehouse/cohorts/criteria.js";
import type { CohortInputs } from "../../warehouse/cohorts/inputs.js";
import { cohortTable } from "../../warehouse/live/event-table.js";
import { meetingCriteria, newcomer, standingMembers } from "../../warehouse/live/known-members.js";
import { EventHistory, type IndexTools, placeOf } from "./event-history.js";
import { AmountTooLarge, type EventRule, eventRule, isMember, type OwnEvents } from "./membership.js";

type LiveCohort =
  | { of: "standing"; members: BigInt64Array }
  /** Null criteria: everyone meets them. */
  | { of: "events"; rule: EventRule | null; criteria: BigInt64Array | null };

/** Whether somebody is a member; null where a sum is not exact. */
export type MemberTest = (definition: CohortConfig) => boolean | null;

export class LiveCohorts {
  private readonly cohorts = new Map<string, LiveCohort>();

  private constructor(
    readonly histories: ReadonlyMap<string, EventHistory>,
    private readonly ids: BigInt64Array,
  ) {}

  static async make(
    definitions: readonly CohortConfig[],
    inputs: CohortInputs,
    cutoff: EpochSeconds,
    tools: IndexTools,
  ): Promise<LiveCohorts> {
    const { engine, people } = tools;
    const conditions = new Map<string, (readonly PropertyCondition[])[]>();
    const made = new LiveCohorts(new Map(), people.ids);
    for (const definition of definitions) {
      const key = keyOf(definition);
      if (made.cohorts.has(key)) continue;
      const { stream_name: stream, stream_conditions: own = [] } = definition;
      if (stream === undefined || !inputs.streams.get(stream)!.isDated) {
        const members = await standingMembers(engine, definition, inputs, cutoff);
        made.cohorts.set(key, { of: "standing", members });
        continue;
      }
      for (const name of streamsOf(definition)) conditions.set(name, conditions.get(name) ?? []);
      const lists = conditions.get(stream)!;
      const at = own.length === 0 ? null : lists.push(own) - 1;
      made.cohorts.set(key, {
        of: "events",
        rule: eventRule(definition, at),
        criteria: hasPersonCriteria(definition) ? await meetingCriteria(engine, definition, inputs) : null,
      });
    }
    const histories = made.histories as Map<string, EventHistory>;
    for (const [name, lists] of conditions) {
      const { events, properties } = inputs.streams.get(name)!;
      histories.set(name, await EventHistory.make(cohortTable(name, lists, properties), events, tools));
    }
    return made;
  }

  /** Whether the index was made with this definition. */
  has(definition: CohortConfig): boolean {
    return this.cohorts.has(keyOf(definition));
  }

  /** Tests of one person as of a cutoff. */
  testsOf(person: bigint, cutoff: EpochSeconds): MemberTest {
    const place = placeOf(this.ids, person);
    const known = place < 0 ? newcomer : person;
    const events = new Map<string, OwnEvents>();
    const eventsOf = (stream: string): OwnEvents => {
      const read = events.get(stream) ?? ownEvents(this.histories.get(stream)!, person);
      events.set(stream, read);
      return read;
    };
    const tested = new Map<string, boolean | null>();
    const test: MemberTest = (definition) => {
      const cohort = this.cohorts.get(keyOf(definition))!;
      if (cohort.of === "standing") return placeOf(cohort.members, known) >= 0;
      if (cohort.criteria && placeOf(cohort.criteria, known) < 0) return false;
      if (!cohort.rule) return null;
      const { stream_name: stream, not_followed_by: follows = [] } = definition;
      return exactly(() => isMember(cohort.rule!, eventsOf(stream!), follows.map(eventsOf), cutoff));
    };
    return (definition) => {
      const key = keyOf(definition);
      if (!tested.has(key)) tested.set(key, test(definition));
      return tested.get(key)!;
    };
  }
}

const keys = new WeakMap<CohortConfig, string>();

const keyOf = (definition: CohortConfig): string => {
  const key = keys.get(definition) ?? JSON.stringify(definition);
  keys.set(definition, key);
  return key;
};

const exactly = (test: () => boolean): boolean | null => {
  try {
    return test();
  } catch (cause) {
    if (cause instanceof AmountTooLarge) return null;
    throw cause;
  }
};

/** The columns of `cohortTable`. */
const [timeColumn, valueColumn, firstCondition] = [0, 1, 2];

const ownEvents = (history: EventHistory, person: bigint): OwnEvents => {
  const rows = history.rowsOf(person);
  const width = history.names.length;
  return {
    count: rows.length / width,
    time: (event) => rows[event * width + timeColumn]!,
    micros: (event) => rows[event * width + valueColumn]!,
    isChosen: (event, conditions) => rows[event * width + firstCondition + conditions] === 1,
  };
};
