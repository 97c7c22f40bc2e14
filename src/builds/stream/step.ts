// The step of a stream: combines the events of its datasets by person, and summarises them.

import type { StreamProperty } from "../../domain/data/dataset-findings.js";
import type { StreamPropertySummary } from "../../domain/data/stream.js";
import { isRecurringProperty } from "../../domain/data/stream-mapping.js";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import type { Engine } from "../../warehouse/engine.js";
import { datasetFiles, peopleFiles, relation, streamFiles } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import {
  addedByMonth,
  commonProperties,
  contribution,
  eventsBefore,
  eventsByMonth,
  eventsWithin,
  quantileBreaks,
  shownMonths,
  streamTotals,
  summaryTotals,
  topCategories,
} from "../../warehouse/streams.js";
import type { Step } from "../kind/kind.js";
import {
  type EventsOfMonth,
  keepStream,
  type StreamTotals,
  sum,
  type WrittenStream,
  writeStream,
} from "./continue.js";
import type { StreamInput } from "./input.js";
import { writePast } from "./past.js";

type Emitter = StreamInput["datasets"][number];

export const buildStream: Step<StreamInput, ResultOf<"streams">> = async (input, tools) => {
  const { name, datasets, peopleDir, past } = input;
  assert(datasets.length > 0, `stream ${name} has no dataset`);
  const { engine, dir, progress } = tools;
  const persons = relation(peopleFiles(peopleDir).persons);
  const eventsOf = (dataset: Emitter) => {
    const all = relation(datasetFiles(dataset.dir).events(name));
    return past && dataset.summary.isDated ? eventsBefore(all, past.before) : all;
  };
  const summaries = datasets.map((dataset) => dataset.summary);
  const properties = commonProperties(summaries.map((summary) => summary.properties));
  const ownProperties = properties.filter(({ name }) => !isRecurringProperty(name));

  progress(0, "Sorting events by person");
  const isDated = summaries.every((summary) => summary.isDated);
  const stream = { properties, isDated, input };
  const written = past ? await writePast(stream, past, tools) : await writeStream(stream, tools);

  progress(0.7, "Summarising");
  const events = relation(streamFiles(dir).events);
  const totals = await countTotals(engine, dir, written);
  const months = await countMonths(engine, events, written);
  if (!past) await keepStream(stream, written, { months, totals }, tools.dir);
  return {
    ...totals,
    hasValue: summaries.some((summary) => summary.hasValue),
    isDated,
    ...(isDated && { isSummarised: true as const }),
    ...(properties.some(({ name }) => isRecurringProperty(name)) && { isRecurring: true as const }),
    properties: await summarise(engine, events, ownProperties, datasets),
    event_contribution_by_dataset: await contributions(engine, datasets, eventsOf, persons, totals),
    events_by_month: months,
  };
};

/** Totals of all events, or of the previous build's totals and the summary. */
const countTotals = async (
  engine: Engine,
  dir: string,
  { rows, added }: WrittenStream,
): Promise<StreamTotals> => {
  const { events, summary } = streamFiles(dir);
  if (!added?.summary) return engine.row<StreamTotals>(streamTotals(relation(events)));
  if (added.isReplaced) return engine.row<StreamTotals>(summaryTotals(relation(summary)));
  const before = added.to.totals;
  const people = await engine.count(relation(summary));
  const times = [before.oldest, before.newest, added.oldest, added.newest].filter((time) => time !== null);
  const isAny = times.length > 0;
  return {
    event_count: sum(rows),
    people_count: people,
    oldest: isAny ? Math.min(...times) : null,
    newest: isAny ? Math.max(...times) : null,
  };
};

/** Counts of all months, or of those in which events were added. */
const countMonths = async (
  engine: Engine,
  events: Relation,
  { added }: WrittenStream,
): Promise<EventsOfMonth[]> => {
  const { to, isReplaced = false, changedSince = null, oldest = null, newest = null } = added ?? {};
  const months = to?.months ?? [];
  if (isReplaced && changedSince !== null) return engine.rows<EventsOfMonth>(eventsByMonth(events));
  if (added && (oldest === null || newest === null)) return [...months];
  if (oldest === null || newest === null) return engine.rows<EventsOfMonth>(eventsByMonth(events));
  const counted = added && (await countAdded(engine, added));
  if (counted)
    return replaced(
      months,
      counted.map((month) => sumOf(month, months)),
    );
  const [since, until] = [monthOf(oldest), monthOf(newest) + 1];
  const changed = await engine.rows<EventsOfMonth>(
    eventsByMonth(eventsWithin(events, startOfMonth(since), startOfMonth(until))),
  );
  return replaced(months, changed);
};

/** Events that were added to each month; null where the summary cannot tell. */
const countAdded = async (
  engine: Engine,
  { events, summary }: NonNullable<WrittenStream["added"]>,
): Promise<EventsOfMonth[] | null> => {
  if (!events || !summary) return null;
  const rows = await engine.rows<EventsOfMonth & { is_sure: boolean }>(addedByMonth(events, summary));
  return rows.every(({ is_sure }) => is_sure) ? rows.map(({ is_sure, ...counts }) => counts) : null;
};

const sumOf = (added: EventsOfMonth, months: readonly EventsOfMonth[]): EventsOfMonth => {
  const before = months.find(({ month }) => month === added.month);
  return {
    month: added.month,
    event_count: (before?.event_count ?? 0) + added.event_count,
    people_count: (before?.people_count ?? 0) + added.people_count,
  };
};

const replaced = (months: readonly EventsOfMonth[], changed: readonly EventsOfMonth[]): EventsOfMonth[] => {
  const isChanged = ({ month }: EventsOfMonth) => changed.some((each) => each.month === month);
  return [...months.filter((month) => !isChanged(month)), ...changed]
    .sort((a, b) => (a.month < b.month ? -1 : 1))
    .slice(-shownMonths);
};

/** Months since 1970. */
const monthOf = (time: EpochSeconds): number => {
  const date = new Date(time * 1000);
  return 12 * (date.getUTCFullYear() - 1970) + date.getUTCMonth();
};
const startOfMonth = (month: number): EpochSeconds => Date.UTC(1970, month, 1) / 1000;

const contributions = async (
  engine: Engine,
  datasets: readonly Emitter[],
  eventsOf: (dataset: Emitter) => Relation,
  persons: Relation,
  { event_count }: StreamTotals,
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
      ...(property.column !== undefined && { column: property.column }),
      ...(await distribution(engine, events, property)),
      emitted_by_datasets: emitters.map(({ id }) => id).sort(),
    };
  }
  return summaries;
};

/** Deciles of numbers, the most frequent values of texts. */
const distribution = async (engine: Engine, events: Relation, property: StreamProperty) => {
  if (property.type === "text") {
    type Category = { name: string; count: number };
    const categories = await engine.rows<Category>(topCategories(events, property));
    return { statistical_type: "categorical" as const, breaks: [], categories };
  }
  const breaks = await engine.rows<{ value: number }>(quantileBreaks(events, property));
  return {
    statistical_type: "continuous" as const,
    breaks: breaks.map(({ value }) => value),
    categories: [],
  };
};
