// Feature columns: the number of each row of a frame, made from the histories of its people and from its cutoff alone.

import type { Feature, FeaturePlan } from "../../domain/outcome/features/feature.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { type Column, minus, over } from "./column.js";
import type { StreamEvents } from "./events.js";
import { goalShares } from "./goal-share.js";
import { type Groups, othersInGroup } from "./groups.js";
import type { Histories } from "./histories.js";
import { measured, yearPosition } from "./measures.js";
import { type FrameRows, Past } from "./past.js";

/** One column per feature of the plan, in its order. */
export function* featureColumns(
  { features }: FeaturePlan,
  { events, traits }: Histories<StreamEvents>,
  rows: FrameRows,
  groups: Groups | null = null,
): Generator<Column> {
  const pasts = new Map([...events].map(([stream, own]) => [stream, new Past(own, rows)]));
  const known = {
    rows,
    groups,
    past: (stream: string) => pasts.get(stream)!,
    trait: (name: string) => traits.get(name)!,
  };
  for (const feature of features) yield columnOf(feature, known);
}

interface Known {
  rows: FrameRows;
  /** Null: the plan has no features of groups. */
  groups: Groups | null;
  past(stream: string): Past;
  /** One number per person. */
  trait(feature: string): Column;
}

const columnOf = (feature: Feature, { rows, past, trait, groups }: Known): Column => {
  switch (feature.over) {
    case "events":
    case "days":
      return measured(past(feature.provider), feature.measure);
    case "order":
      return daysBetweenLast(past(feature.provider), past(feature.until));
    case "goal":
      return goalShares(feature, past, rows);
    case "group":
      return othersInGroup(feature, past, groups!, rows);
    case "traits":
      return byRow(trait(feature.name), rows);
    case "calendar":
      return rows.cutoff.map((cutoff) => yearPosition(feature.measure, cutoff));
  }
};

const daysBetweenLast = (from: Past, until: Past): Column =>
  over(minus(until.latest(until.events.time), from.latest(from.events.time)), secondsPerDay);

const byRow = (ofPeople: Column, { place }: FrameRows): Column => {
  const column = new Float64Array(place.length);
  for (let row = 0; row < column.length; row++) column[row] = ofPeople[place[row]!]!;
  return column;
};
