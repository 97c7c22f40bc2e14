// Model of a live score: the stored model of an outcome with the histories that its features read.

import { readFile } from "node:fs/promises";
import { explanationJson } from "../../delivery/explanation.js";
import { type FeaturePlan, familyOf } from "../../domain/outcome/features/feature.js";
import type { Frame } from "../../domain/outcome/frame.js";
import type { PersonReason, ScoreReason } from "../../domain/people/person.js";
import type { LiveObstacle } from "../../domain/pipeline/live-score.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { type Explainer, explainerOf } from "../../model/explain/explainer.js";
import { reasonsOf } from "../../model/explain/reasons.js";
import { predictPropensity } from "../../model/propensity/model.js";
import { eventColumnsOf, type Fields } from "../../warehouse/features/events.js";
import { type FeatureRelations, fieldsOfStream, streamsOf } from "../../warehouse/features/histories.js";
import { readTraits } from "../../warehouse/features/traits.js";
import { frameOf } from "../../warehouse/features/walk.js";
import { featureTable, peopleFrom } from "../../warehouse/live/event-table.js";
import { outcomeFiles } from "../../warehouse/relations.js";
import type { StoredModel } from "../outcome/stored-model.js";
import { plainIn } from "../target/list.js";
import { EventHistory, type IndexTools, NoRoom, nextFile, placeOf } from "./event-history.js";
import { PersonRows } from "./person-rows.js";

/** As many as explanations of a build compare with. */
const comparedWith = 2_000;
const peoplePerPart = 50_000;

export class LiveModel {
  private explainer: Explainer | undefined;
  /** By stream: what the features read. */
  private readonly fields: ReadonlyMap<string, Fields>;

  private constructor(
    private readonly stored: StoredModel,
    readonly histories: ReadonlyMap<string, EventHistory>,
    private readonly traits: { names: string[]; rows: PersonRows } | null,
    private readonly ids: BigInt64Array,
  ) {
    const fields = [...histories.keys()].map(
      (stream) => [stream, fieldsOfStream(stored.plan, stream)] as const,
    );
    this.fields = new Map(fields);
  }

  /**
   * The obstacle where its scores cannot be live. `dir`: of the outcome's result; `known`: histories of other models,
   * by what they read.
   */
  static async make(
    dir: string,
    relations: FeatureRelations & { streams: ReadonlySet<string> },
    tools: IndexTools,
    known: Map<string, EventHistory>,
  ): Promise<LiveModel | LiveObstacle> {
    const stored = JSON.parse(await readFile(outcomeFiles(dir).model, "utf8")) as StoredModel;
    const { plan, mitigation } = stored;
    if (plan.features.some(({ over }) => over === "group")) return "groups";
    if (mitigation) return "bias_mitigation";
    if (streamsOf(plan).some((stream) => !relations.streams.has(stream))) return "stream_missing";
    const histories = new Map<string, EventHistory>();
    try {
      for (const stream of streamsOf(plan)) {
        const table = featureTable(plan, stream, relations.properties?.(stream));
        const events = relations.events(stream);
        const reads = table.query(events, peopleFrom(tools.people, 0, 0)).text;
        const history = known.get(reads) ?? (await EventHistory.make(table, events, tools));
        known.set(reads, history);
        histories.set(stream, history);
      }
    } catch (cause) {
      if (cause instanceof NoRoom) return "too_many_events";
      throw cause;
    }
    return new LiveModel(stored, histories, await traitsOf(plan, relations, tools), tools.people.ids);
  }

  /** One row per person, in their order. `isBefore`: from the events of the last build alone. */
  frameOf(people: readonly bigint[], cutoff: EpochSeconds, isBefore = false): Frame {
    const { plan } = this.stored;
    const events = new Map(
      [...this.histories].map(([stream, history]) => {
        const columns = columnsOf(history, people, isBefore);
        return [stream, eventColumnsOf(columns, people.length, this.fields.get(stream)!)] as const;
      }),
    );
    const histories = { people: people.length, events, traits: this.traitsOf(people) };
    return frameOf(plan, histories, BigInt64Array.from(people), cutoff);
  }

  probabilities(frame: Frame): Float64Array {
    return predictPropensity(this.stored.model, frame);
  }

  /** The reasons of each row, compared with people of the last build as of the cutoff. */
  reasons(frame: Frame, cutoff: EpochSeconds): PersonReason[][] {
    const { features } = this.stored.plan;
    const families = features.map(familyOf);
    const plain = plainIn(new Map(features.map((feature) => [feature.name, feature])));
    this.explainer ??= explainerOf(this.stored.model, this.frameOf(evenly(this.ids, comparedWith), cutoff));
    const effects = this.explainer.effects(frame);
    return Array.from({ length: frame.rows }, (_, row) => {
      const line = effects.subarray(row * features.length, (row + 1) * features.length);
      const found = reasonsOf(line, families).map(({ feature, effect }) => ({
        feature: features[feature]!,
        value: frame.columns[feature]![row]!,
        effect,
      }));
      const reasons = JSON.parse(explanationJson(found)) as ScoreReason[];
      return reasons.map((reason) => ({ ...reason, sentence: plain(reason) }));
    });
  }

  /** Histories are closed by the index. */
  close(): void {
    this.traits?.rows.close();
  }

  private traitsOf(people: readonly bigint[]): Map<string, Float64Array> {
    const { names = [], rows } = this.traits ?? {};
    const columns = names.map(() => new Float64Array(people.length).fill(Number.NaN));
    for (const [i, person] of people.entries()) {
      const place = placeOf(this.ids, person);
      if (place < 0 || !rows) continue;
      for (const [at, value] of rows.read(place).entries()) columns[at]![i] = value;
    }
    return new Map(names.map((name, at) => [name, columns[at]!]));
  }
}

const evenly = (ids: BigInt64Array, count: number): bigint[] => {
  const step = Math.max(1, Math.floor(ids.length / count));
  return [...ids.filter((_, i) => i % step === 0)].slice(0, count);
};

/** The rows of people as columns of `eventsQuery`. */
const columnsOf = (
  history: EventHistory,
  people: readonly bigint[],
  isBefore: boolean,
): Record<string, Float64Array> => {
  const { names } = history;
  const rows = people.map((person) => (isBefore ? history.rowsBefore(person) : history.rowsOf(person)));
  const count = rows.reduce((sum, { length }) => sum + length, 0) / names.length;
  const place = new Float64Array(count);
  const columns = names.map(() => new Float64Array(count));
  let at = 0;
  for (const [i, own] of rows.entries())
    for (let from = 0; from < own.length; from += names.length, at++) {
      place[at] = i;
      for (let column = 0; column < names.length; column++) columns[column]![at] = own[from + column]!;
    }
  return { place, ...Object.fromEntries(names.map((name, column) => [name, columns[column]!])) };
};

/** Traits of the last build, one row per person; null where no feature reads any. */
const traitsOf = async (
  plan: FeaturePlan,
  { traits }: FeatureRelations,
  { engine, dir, people }: IndexTools,
): Promise<{ names: string[]; rows: PersonRows } | null> => {
  const features = plan.features.filter((feature) => feature.over === "traits");
  if (features.length === 0) return null;
  const names = features.map(({ name }) => name);
  async function* parts() {
    for (let from = 0; from < people.ids.length; from += peoplePerPart) {
      const until = Math.min(people.ids.length, from + peoplePerPart);
      const found = await readTraits(engine, traits, peopleFrom(people, from, until), features);
      const values = new Float64Array((until - from) * names.length);
      for (const [at, name] of names.entries())
        for (let place = from; place < until; place++)
          values[(place - from) * names.length + at] = found.get(name)![place]!;
      const places = Float64Array.from({ length: until - from }, (_, i) => from + i);
      yield { width: names.length, places, values };
    }
  }
  return { names, rows: await PersonRows.write(nextFile(dir), people.ids.length, parts()) };
};
