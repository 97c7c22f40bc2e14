// Streams on the way out: display name, contents and source columns.

import type { PeopleStates } from "../../domain/data/people-states.js";
import type { FirstMonth } from "../../domain/data/retention.js";
import { type StreamPropertySummary, type StreamResult, shownName } from "../../domain/data/stream.js";
import { columnsOfField, mappingOfStream } from "../../domain/data/stream-mapping.js";
import { entryOf } from "../../domain/resource/entry.js";
import type { JsonObject } from "../../domain/resource/json.js";
import type { Resource } from "../../store/resources.js";
import { mapValues, present } from "../json.js";
import type { ReferencedResources } from "../referenced.js";
import { isoSeconds, recordOf } from "./record.js";

/** `isNewest`: what datasets contribute is a list, with dates. */
export const renderStream = (
  stream: Resource<"streams">,
  referenced: ReferencedResources,
  isNewest: boolean,
): JsonObject => {
  const { result, name: machine } = stream;
  const name = shownName(stream);
  return recordOf(stream, {
    name,
    stream_name: machine,
    literate: name,
    properties: {},
    event_contribution_by_dataset: isNewest ? [] : {},
    ...(result && renderStreamAnalysis(machine, result, referenced, isNewest)),
  });
};

/** Findings of the last build. */
export const renderStreamAnalysis = (
  machine: string,
  result: StreamResult,
  referenced: ReferencedResources,
  isNewest: boolean,
): JsonObject =>
  present({
    event_count: result.event_count,
    people_count: result.people_count,
    oldest_date: isoSeconds(result.oldest),
    newest_date: isoSeconds(result.newest),
    is_dated: result.isDated,
    has_value: result.hasValue,
    is_recurring: result.isRecurring,
    properties: mapValues(result.properties, (summary, property) =>
      renderProperty(summary, emittersOf(machine, property, summary, referenced)),
    ),
    event_contribution_by_dataset: isNewest
      ? contributionsOf(machine, result, referenced)
      : result.event_contribution_by_dataset,
    events_by_month: result.events_by_month,
  });

/** With the dates of each dataset's events; without them where they have none. */
const contributionsOf = (
  machine: string,
  { event_contribution_by_dataset: counts }: StreamResult,
  referenced: ReferencedResources,
): JsonObject[] =>
  Object.entries(counts).map(([id, event_count]) => {
    const found = referenced.find("datasets", id)?.result?.streams;
    const { oldest = null, newest = null } = (found && entryOf(found, machine)) ?? {};
    const dates = { oldest_date: isoSeconds(oldest), newest_date: isoSeconds(newest) };
    return present({ dataset_id: id, event_count, ...dates });
  });

export const renderRetention = (months: readonly FirstMonth[]): JsonObject => ({
  months: months.map(({ month, later, ...first }) => ({
    month,
    ...peopleAndValue(first),
    later: later.map(({ monthsAfter, ...each }) => ({ months_after: monthsAfter, ...peopleAndValue(each) })),
  })),
});

const peopleAndValue = ({ people, value }: Pick<FirstMonth, "people" | "value">): JsonObject =>
  present({ people_count: people, value });

export const renderPeopleStates = ({ activeMonths, months }: PeopleStates): JsonObject => ({
  active_months: activeMonths,
  months: months.map((month) => ({ ...month })),
});

/** Type names of the published client. */
const renderProperty = (summary: StreamPropertySummary, emittedBy: JsonObject[]): JsonObject => ({
  type: summary.type === "number" ? "double" : "string",
  statistical_type: statisticalType(summary),
  breaks: summary.breaks,
  categories: summary.categories.map(({ name }) => name),
  emitted_by_datasets: emittedBy,
});

const statisticalType = ({ isList, statistical_type }: StreamPropertySummary): string => {
  if (isList) return "multicategorical";
  return statistical_type === "continuous" ? "ordinal" : "categorical";
};

const emittersOf = (
  stream: string,
  property: string,
  { emitted_by_datasets }: StreamPropertySummary,
  referenced: ReferencedResources,
): JsonObject[] =>
  emitted_by_datasets.flatMap((id) => {
    const mapping = mappingOfStream(referenced.find("datasets", id)?.config.output_to_streams ?? {}, stream);
    const field = entryOf(mapping?.data_map ?? {}, property);
    return field === undefined
      ? []
      : columnsOfField(field).map((column_name) => ({ dataset_id: id, column_name }));
  });
