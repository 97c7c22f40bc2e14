// What kind of events they were: shares of the common values of a text, mean and last of a number.

import type { StreamPropertySummary } from "../stream.js";
import { commonValues } from "./common-values.js";
import type { DayFeature, EventFeature } from "./feature.js";
import { dayFeature, eventFeature, literate, type Spoken, slug } from "./words.js";

const countedDays = 90;
const valuesPerProperty = 8;

export const propertyFeatures = (
  stream: Spoken,
  properties: Record<string, StreamPropertySummary>,
): (EventFeature | DayFeature)[] =>
  Object.keys(properties)
    .sort()
    .flatMap((property) => featuresOf(stream, property, properties[property]!));

const featuresOf = (stream: Spoken, property: string, { type, isList, categories }: StreamPropertySummary) =>
  type === "number"
    ? numberFeatures(stream, property)
    : commonValues(categories, valuesPerProperty).flatMap((value) =>
        categoryFeatures(stream, { property, value, ...(isList && { isList }) }),
      );

const numberFeatures = (stream: Spoken, property: string) => {
  const stem = `${stream.name}_${slug(property)}`;
  const said = `mean ${literate(property)}`;
  return [
    eventFeature(stream, { of: "property_mean", property }, `${stem}_mean`, `${said} of a ${stream.one}`),
    dayFeature(
      stream,
      { of: "property_last", property },
      `${stem}_last`,
      `${said} on the last day with ${stream.many}`,
    ),
  ];
};

const categoryFeatures = (stream: Spoken, category: { property: string; value: string; isList?: true }) => {
  const { property, value } = category;
  const stem = `${stream.name}_${slug(property)}_${slug(value)}`;
  const said = `${stream.many} with ${literate(property)} “${value}”`;
  return [
    eventFeature(stream, { of: "property_share", ...category }, `${stem}_share`, `share of ${said}`),
    eventFeature(
      stream,
      { of: "property_count", ...category, days: countedDays },
      `${stem}_count_${countedDays}d`,
      `${said} in the last ${countedDays} days`,
    ),
  ];
};
