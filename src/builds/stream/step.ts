// The step of a stream: combines the events of its datasets by person, and summarises them.

import type { StreamProperty } from "../../domain/dataset-findings.js";
import type { ResultOf } from "../../domain/kinds.js";
import type { StreamPropertySummary, StreamResult } from "../../domain/stream.js";
import { assert } from "../../errors/refusal.js";
import type { Engine } from "../../warehouse/engine.js";
import { withParts } from "../../warehouse/layers.js";
import { datasetFiles, peopleFiles, relation, streamFiles } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import {
  commonProperties,
  contribution,
  eventsByMonth,
  quantileBreaks,
  streamTotals,
  topCategories,
} from "../../warehouse/streams.js";
import type { Step } from "../kind/kind.js";
import { writeStream } from "./continue.js";
import type { StreamInput } from "./input.js";

type Emitter = StreamInput["datasets"][number];

export const buildStream: Step<StreamInput, ResultOf<"streams">> = async (input, tools) => {
  const { name, datasets, peopleDir } = input;
  assert(datasets.length > 0, `stream ${name} has no dataset`);
  const { engine, dir, progress } = tools;
  const persons = relation(peopleFiles(peopleDir).persons);
  const eventsOf = (dataset: Emitter) => withParts(datasetFiles(dataset.dir).events(name));
  const summaries = datasets.map((dataset) => dataset.summary);
  const properties = commonProperties(summaries.map((summary) => summary.properties));

  progress(0, "Sorting events by person");
  const isDated = summaries.every((summary) => summary.isDated);
  await writeStream({ properties, isDated, input }, tools);

  progress(0.7, "Summarising");
  const events = relation(streamFiles(dir).events);
  type EventsOfMonth = NonNullable<StreamResult["events_by_month"]>[number];
  type Totals = Pick<StreamResult, "event_count" | "people_count" | "oldest" | "newest">;
  const totals = await engine.row<Totals>(streamTotals(events));
  return {
    ...totals,
    hasValue: summaries.some((summary) => summary.hasValue),
    isDated,
    ...(isDated && { isSummarised: true as const }),
    properties: await summarise(engine, events, properties, datasets),
    event_contribution_by_dataset: await contributions(engine, datasets, eventsOf, persons, totals),
    events_by_month: await engine.rows<EventsOfMonth>(eventsByMonth(events)),
  };
};

const contributions = async (
  engine: Engine,
  datasets: readonly Emitter[],
  eventsOf: (dataset: Emitter) => Relation,
  persons: Relation,
  { event_count }: Pick<StreamResult, "event_count">,
): Promise<Record<string, number>> => {
  if (datasets.length === 1) return { [datasets[0]!.id]: event_count };
  const counts: Record<string, number> = {};
  for (const dataset of datasets) {
    const { events } = await engine.row<{ events: number }>(contribution(eventsOf(dataset), persons));
    counts[dataset.id] = events;
  }
  return counts;
};

const summarise = async (
  engine: Engine,
  events: Relation,
  properties: readonly StreamProperty[],
  datasets: readonly Emitter[],
): Promise<Record<string, StreamPropertySummary>> => {
  const summaries: Record<string, StreamPropertySummary> = {};
  for (const property of properties) {
    const emitters = datasets.filter(({ summary }) =>
      summary.properties.some(({ name }) => name === property.name),
    );
    summaries[property.name] = {
      type: property.type,
      ...(property.isList && { isList: property.isList }),
      ...(await distribution(engine, events, property)),
      emitted_by_datasets: emitters.map(({ id }) => id).sort(),
    };
  }
  return summaries;
};

/** Deciles of numbers, the most frequent values of texts. */
const distribution = async (engine: Engine, events: Relation, property: StreamProperty) => {
  const { name, type } = property;
  if (type === "text") {
    type Category = { name: string; count: number };
    const categories = await engine.rows<Category>(topCategories(events, property));
    return { statistical_type: "categorical" as const, breaks: [], categories };
  }
  const breaks = await engine.rows<{ value: number }>(quantileBreaks(events, name));
  return {
    statistical_type: "continuous" as const,
    breaks: breaks.map(({ value }) => value),
    categories: [],
  };
};
