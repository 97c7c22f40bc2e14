// Traits on the way in and out: description, source columns and values.

import { answerOf, hasAllColumnsAsTraits } from "../../domain/data/snapshot.js";
import { statisticalTypeOf, type TraitBin, type TraitFindings } from "../../domain/data/trait.js";
import type { FoundTrait } from "../../domain/people/people.js";
import { entryOf } from "../../domain/resource/entry.js";
import type { JsonObject } from "../../domain/resource/json.js";
import type { Resource } from "../../store/resources.js";
import { present } from "../json.js";
import type { Draft, RenderInput } from "../kind.js";
import type { ReferencedResources } from "../referenced.js";
import { traitPost } from "../schemas/trait.js";
import { conform } from "../validation.js";
import { isoMs, recordOf } from "./record.js";

export const renderTrait = (trait: Resource<"traits">, { referenced }: RenderInput): JsonObject => {
  const { name, config } = trait;
  const known = knownTrait(name, referenced);
  const { statistical_type, ...found } = known ? findings(known) : {};
  return recordOf(trait, {
    ...config,
    literate: config.literate ?? name,
    category: "user_defined",
    statistical_type: config.statistical_type ?? statistical_type,
    ...found,
    emitted_by_datasets: emittersOf(name, referenced.all("datasets")).map(present),
  });
};

export const knownTrait = (name: string, referenced: ReferencedResources): FoundTrait | undefined =>
  referenced.all("people")[0]?.result?.traits.find((trait) => trait.name === name);

/** Type names of the published client. */
const findings = ({ isList, found }: FoundTrait) => ({
  type: typeOf(found),
  statistical_type: statisticalTypeOf(isList === true, found),
  people_count: found.people,
  ...(found.data_type === "number" && { breaks: found.bins.slice(1).flatMap(lowest) }),
  ...(found.data_type === "text" && { categories: found.bins.flatMap(textOf) }),
});

const typeOf = ({ data_type, isWhole }: TraitFindings): string => {
  if (data_type === "number") return isWhole ? "long" : "double";
  return data_type === "text" ? "string" : data_type;
};

const lowest = (bin: TraitBin): number[] => (bin.data_type === "number" ? [bin.min] : []);
const textOf = (bin: TraitBin): string[] => (bin.data_type === "text" ? [bin.value] : []);

/** Sources as configured; for a dataset that emits all its columns, as found by its last build. */
const emittersOf = (trait: string, datasets: readonly Resource<"datasets">[]): JsonObject[] =>
  datasets.flatMap(({ id, config, result }) => {
    const mapping = entryOf(config.output_to_traits, trait);
    if (mapping) {
      const { column_name, transformation_table } = mapping;
      return [{ dataset_id: id, column_name, transformation_table }];
    }
    const source =
      (hasAllColumnsAsTraits(config) || answerOf(config)?.trait === trait) &&
      entryOf(result?.trait_sources ?? {}, trait);
    return source ? [{ dataset_id: id, column_name: source.column_name }] : [];
  });

export const traitColumns = [
  ...["id", "name", "literate", "description", "unit", "type", "statistical_type", "people_count"],
  ...["emitted_by_datasets", "archived_at"],
];

/** In the order of `traitColumns`. Needs all traits, datasets and people. */
export const traitRows = (referenced: ReferencedResources): (string | number | undefined)[][] => {
  const datasets = referenced.all("datasets");
  return referenced
    .all("traits")
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ id, name, config, archivedAt }) => {
      const known = knownTrait(name, referenced);
      const found = known && findings(known);
      const emitters = new Set(emittersOf(name, datasets).map(({ dataset_id }) => dataset_id));
      const emitting = datasets.filter((dataset) => emitters.has(dataset.id)).map((dataset) => dataset.name);
      return [
        ...[id, name, config.literate ?? name, config.description, config.unit, found?.type],
        ...[config.statistical_type ?? found?.statistical_type, found?.people_count],
        ...[emitting.join(", "), isoMs(archivedAt)],
      ];
    });
};

export const renderTraitDimensions = (name: string, { bins }: TraitFindings): JsonObject => ({
  trait_name: name,
  bins: shownBins(bins),
});

/** Bins with their share of all. */
export const shownBins = (bins: readonly TraitBin[]): JsonObject[] => {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  return bins.map((bin) => withoutNulls({ ...bin, percent: total === 0 ? 0 : (100 * bin.count) / total }));
};

const withoutNulls = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

export const parseTrait = (body: JsonObject): Draft<"traits"> => {
  const { name, ...config } = conform(traitPost, body);
  return { name, config };
};
