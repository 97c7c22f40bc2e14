// Live index: everything of the last build that a live score needs, in the form in which one person's part of it is
// read at once. It is made once for each build, and then only takes up the events that come.
//
// A score is made from the same rows by the same walk and the same model as in a build. What stands still while
// events come (traits, places, streams without dates) is read when the index is made.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { PersonReason } from "../../domain/people/person.js";
import type { LiveObstacle, LiveOutcome, LiveScope } from "../../domain/pipeline/live-score.js";
import { limits } from "../../domain/resource/limits.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import type { Engine } from "../../warehouse/engine.js";
import { peopleFrom, readTable, stagePeople } from "../../warehouse/live/event-table.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { cohortInputs, featureRelations } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import type { OutcomeSpec } from "../outcome/prediction-task.js";
import { type EventHistory, placeOf } from "./event-history.js";
import { FirstEvents } from "./first-events.js";
import { LiveCohorts, type MemberTest } from "./live-cohorts.js";
import { LiveModel } from "./live-model.js";

/** Plain data, so that it crosses to a child process. */
export interface PipelineToScore {
  id: string;
  name: string;
  /** Empty: everyone known. */
  include: CohortConfig[];
  exclude: CohortConfig[];
  outcomes: OutcomeToScore[];
}

export interface OutcomeToScore {
  id: string;
  name: string;
  /** With the model. */
  dir: string;
  spec: Pick<OutcomeSpec, "config" | "attainment" | "eligible" | "attrition">;
  /** Whether people without events can be eligible; a build alone counts how often such people reached the goal. */
  mayLackEvents: boolean;
}

export class LiveIndex {
  private constructor(
    private readonly engine: Engine,
    private readonly pipelines: readonly PipelineToScore[],
    /** Everyone of the last build, ascending. */
    readonly people: BigInt64Array,
    private readonly cohorts: LiveCohorts,
    /** By outcome. */
    private readonly models: ReadonlyMap<string, LiveModel | LiveObstacle>,
    /** Null where nobody without an event can be eligible. */
    private readonly firstEvents: FirstEvents | null,
  ) {}

  /** Writes files into the directory, which exists. */
  static async make(
    engine: Engine,
    dir: string,
    account: AccountSnapshot,
    pipelines: readonly PipelineToScore[],
    watched: readonly CohortConfig[] = [],
    bytes = limits.liveIndexBytes.is,
  ): Promise<LiveIndex> {
    const people = await stagePeople(engine, "live people", relation(peopleFiles(account.peopleDir).people));
    const tools = { engine, dir, people, room: { bytes } };
    const outcomes = pipelines.flatMap((pipeline) => pipeline.outcomes);
    const definitions = [
      ...pipelines.flatMap(({ include, exclude }) => [...include, ...exclude]),
      ...outcomes.flatMap(({ spec }) => cohortsOf(spec)),
      ...watched,
    ];
    const cohorts = await LiveCohorts.make(definitions, cohortInputs(account), account.dataThrough, tools);
    const models = new Map<string, LiveModel | LiveObstacle>();
    const histories = new Map<string, EventHistory>();
    const streams = new Set(account.streams.map((stream) => stream.name));
    const relations = { ...featureRelations(account), streams };
    for (const { id, dir: from } of outcomes)
      if (!models.has(id)) models.set(id, await LiveModel.make(from, relations, tools, histories));
    const firstEvents = outcomes.some(({ mayLackEvents }) => mayLackEvents)
      ? await FirstEvents.make(people.ids, account, engine)
      : null;
    return new LiveIndex(engine, pipelines, people.ids, cohorts, models, firstEvents);
  }

  isKnown(person: bigint): boolean {
    return placeOf(this.people, person) >= 0;
  }

  /** Takes up events of a stream that came since: a relation with the columns of a stream's events. */
  async add(stream: string, events: Relation): Promise<void> {
    const staged = await stagePeople(this.engine, "newer people", events);
    const people = peopleFrom(staged, 0, staged.ids.length);
    const found = [];
    for (const history of this.histories())
      if (history.table.stream === stream)
        found.push({ history, rows: await readTable(this.engine, history.table, events, people) });
    const first = await this.firstEvents?.read(stream, events);
    // Nothing is awaited from here, so that no score sees half of the events.
    for (const { history, rows } of found) history.add(rows, staged.ids);
    if (first) this.firstEvents!.add(first);
  }

  /**
   * The scores of people as of a cutoff, exclusive, in the pipelines whose population they are in. Whoever the last
   * build does not know is a newcomer, without traits.
   */
  score(people: readonly bigint[], cutoff: EpochSeconds, withReasons: boolean): LiveScope[][] {
    const tests = people.map((person) => this.cohorts.testsOf(person, cutoff));
    const found = people.map((): LiveScope[] => []);
    for (const { id, name, include, exclude, outcomes } of this.pipelines) {
      const isIn = tests.map((test) => isInPopulation(test, include, exclude));
      const scored = outcomes.map((outcome) => {
        const statuses = tests.map((test, i) =>
          isIn[i] === true
            ? this.statusOf(people[i]!, test, outcome, cutoff)
            : obstructed("amounts_too_large"),
        );
        return this.scoreOutcome(outcome, people, statuses, cutoff, withReasons);
      });
      for (const [i, own] of found.entries())
        if (isIn[i] !== false)
          own.push({ scopeId: id, scopeName: name, outcomes: scored.map((each) => each[i]!) });
    }
    return found;
  }

  /** The probability of each person; NaN for those without one. */
  probabilities(
    people: readonly bigint[],
    { scopeId, outcomeId }: { scopeId: string; outcomeId: string },
    cutoff: EpochSeconds,
  ): Float64Array {
    const found = this.find(scopeId, outcomeId);
    if (!found) return new Float64Array(people.length).fill(Number.NaN);
    const { pipeline, outcome } = found;
    const statuses = people.map((person): Status => {
      const test = this.cohorts.testsOf(person, cutoff);
      const isIn = isInPopulation(test, pipeline.include, pipeline.exclude);
      return isIn === true ? this.statusOf(person, test, outcome, cutoff) : obstructed("amounts_too_large");
    });
    const scores = this.scoreOutcome(outcome, people, statuses, cutoff, false);
    return Float64Array.from(scores, ({ probability }) => probability ?? Number.NaN);
  }

  /** 1 for members of a watched cohort, 0 for others, NaN where that is not known. */
  members(people: readonly bigint[], cohort: CohortConfig, cutoff: EpochSeconds): Float64Array {
    const isKnown = this.cohorts.has(cohort);
    return Float64Array.from(people, (person) => {
      const isIn = isKnown ? this.cohorts.testsOf(person, cutoff)(cohort) : null;
      return isIn === null ? Number.NaN : Number(isIn);
    });
  }

  /** The probability of each person if no event had come since the last build, and the reasons if they are wanted. */
  explained(
    people: readonly bigint[],
    { scopeId, outcomeId }: { scopeId: string; outcomeId: string },
    cutoff: EpochSeconds,
    withReasons: boolean,
  ): { withoutNewer: number; reasons: PersonReason[]; stream: string | null }[] {
    const found = this.find(scopeId, outcomeId);
    const model = found && this.models.get(outcomeId);
    if (!(model instanceof LiveModel)) return [];
    const { attainment, eligible } = found!.outcome.spec;
    const stream = attainment.stream_name ?? eligible?.stream_name ?? null;
    const without = model.probabilities(model.frameOf(people, cutoff, true));
    const reasons = withReasons ? model.reasons(model.frameOf(people, cutoff), cutoff) : [];
    return people.map((_, i) => ({ withoutNewer: without[i]!, reasons: reasons[i] ?? [], stream }));
  }

  private statusOf(
    person: bigint,
    test: MemberTest,
    { spec, mayLackEvents }: OutcomeToScore,
    cutoff: EpochSeconds,
  ): Status {
    const status = statusOf(test, spec);
    const isModelled =
      status.status !== "scored" || !mayLackEvents || this.firstEvents!.isBefore(person, cutoff);
    return isModelled ? status : obstructed("no_events");
  }

  private find(scopeId: string, outcomeId: string) {
    const pipeline = this.pipelines.find(({ id }) => id === scopeId);
    const outcome = pipeline?.outcomes.find(({ id }) => id === outcomeId);
    return pipeline && outcome && { pipeline, outcome };
  }

  close(): void {
    for (const history of this.histories()) history.close();
    for (const model of this.models.values()) if (model instanceof LiveModel) model.close();
  }

  /** Models may share one. */
  private histories(): Set<EventHistory> {
    const ofModels = [...this.models.values()].flatMap((model) =>
      model instanceof LiveModel ? [...model.histories.values()] : [],
    );
    return new Set([...this.cohorts.histories.values(), ...ofModels]);
  }

  private scoreOutcome(
    { id, name }: OutcomeToScore,
    people: readonly bigint[],
    statuses: readonly Status[],
    cutoff: EpochSeconds,
    withReasons: boolean,
  ): LiveOutcome[] {
    const model = this.models.get(id)!;
    const base = { outcomeId: id, outcomeName: name, probability: null };
    if (!(model instanceof LiveModel))
      return statuses.map((status) => ({
        ...base,
        ...(status.status === "scored" ? obstructed(model) : status),
      }));
    const places = statuses.flatMap(({ status }, i) => (status === "scored" ? [i] : []));
    const made: LiveOutcome[] = statuses.map((status) => ({ ...base, ...status }));
    if (places.length === 0) return made;
    const frame = model.frameOf(
      places.map((place) => people[place]!),
      cutoff,
    );
    const probabilities = model.probabilities(frame);
    const reasons = withReasons ? model.reasons(frame, cutoff) : [];
    for (const [row, place] of places.entries())
      made[place] = {
        ...made[place]!,
        probability: probabilities[row]!,
        ...(withReasons && { reasons: reasons[row]! }),
      };
    return made;
  }
}

type Status = Pick<LiveOutcome, "status" | "obstacle">;

const obstructed = (obstacle: LiveObstacle): Status => ({ status: "unavailable", obstacle });

const cohortsOf = ({ attainment, eligible, attrition }: OutcomeToScore["spec"]): CohortConfig[] =>
  [attainment, eligible, attrition].filter((cohort) => cohort !== null);

/** Null where it is not known. */
const isInPopulation = (
  test: MemberTest,
  include: readonly CohortConfig[],
  exclude: readonly CohortConfig[],
): boolean | null => {
  const [included, excluded] = [include.map(test), exclude.map(test)];
  if (excluded.includes(true)) return false;
  if (include.length > 0 && !included.includes(true)) return included.includes(null) ? null : false;
  return excluded.includes(null) ? null : true;
};

/** As `statuses` in the engine. */
const statusOf = (
  test: MemberTest,
  { config, attainment, eligible, attrition }: OutcomeToScore["spec"],
): Status => {
  const attained = config.recurring ? false : test(attainment);
  const attrited = attrition ? test(attrition) : false;
  const isEligible = eligible ? test(eligible) : true;
  if (attained === true) return { status: "attained" };
  if (attained === null) return obstructed("amounts_too_large");
  if (attrited === true || isEligible === false) return { status: "not_eligible" };
  if (attrited === null || isEligible === null) return obstructed("amounts_too_large");
  return { status: "scored" };
};
