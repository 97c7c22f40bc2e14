// Portraits of personas: a name, the differences from the cohort, and distributions over traits and features.

import type { Feature } from "../../domain/outcome/features/plan.js";
import { fieldOf } from "../../domain/personas/persona-fields.js";
import { type Difference, PersonaNamer } from "../../domain/personas/persona-names.js";
import type {
  DimensionBin,
  Distinction,
  Persona,
  PersonaDimension,
} from "../../domain/personas/persona-set.js";
import type { BinEdges, ClusterStatistics, ColumnStatistics } from "../../model/kmeans/statistics.js";

/** Members of one cluster with one value of a text trait; null: any of the values that are not listed. */
export type TraitCount = { cluster: number; trait: string; value: string | null; people: number };

export interface Findings {
  /** The persona id of each cluster. */
  ids: readonly string[];
  /** In the order of the tally's columns. */
  features: readonly Feature[];
  cuts: readonly BinEdges[];
  tally: ClusterStatistics;
  /** Differences by cluster. */
  differences: readonly (readonly Difference[])[];
  texts: readonly TraitCount[];
  /** The stream of the cohort. */
  stream: string | undefined;
  before: readonly Persona[];
}

const maxDistinctions = 8;
const maxPortrayed = 3;

/** One persona per cluster, the largest first. */
export const personasOf = (findings: Findings): Persona[] => {
  const { ids, tally, before } = findings;
  const order = [...ids.keys()].sort(
    (a, b) => tally.sizes[b]! - tally.sizes[a]! || (ids[a]! < ids[b]! ? -1 : 1),
  );
  const namer = new PersonaNamer(findings.stream);
  const described = { ...findings, ...indexOf(findings) };
  const kept = new Map(
    order.flatMap((cluster) => {
      const old = before.find(({ id }) => id === ids[cluster]);
      return old && namer.keep(old, findings.differences[cluster]!) ? [[cluster, old] as const] : [];
    }),
  );
  return order.map((cluster) => {
    const { name, named_for } = kept.get(cluster) ?? namer.name(findings.differences[cluster]!);
    return personaOf(cluster, { name, named_for }, described);
  });
};

/** Findings with indexes: searching the lists for each trait would take the square of their number. */
interface Described extends Findings {
  /** Place of each feature, by name. */
  places: ReadonlyMap<string, number>;
  /** Members by text trait, value and cluster. */
  membersWith: ReadonlyMap<string, ReadonlyMap<string | null, ReadonlyMap<number, number>>>;
}

const indexOf = ({ features, texts }: Findings): Pick<Described, "places" | "membersWith"> => {
  const membersWith = new Map<string, Map<string | null, Map<number, number>>>();
  for (const { trait, value, cluster, people } of texts) {
    const values = membersWith.get(trait) ?? new Map<string | null, Map<number, number>>();
    const members = values.get(value) ?? new Map<number, number>();
    membersWith.set(trait, values.set(value, members.set(cluster, people)));
  }
  return { places: new Map(features.map(({ name }, place) => [name, place])), membersWith };
};

const personaOf = (
  cluster: number,
  called: Pick<Persona, "name" | "named_for">,
  findings: Described,
): Persona => {
  const { ids, tally, features } = findings;
  const individuals_count = tally.sizes[cluster]!;
  const distinctions = distinctionsOf(cluster, findings);
  const means = tally.columns[cluster]!.map(({ sum, known }) => (known === 0 ? null : rounded(sum / known)));
  const all = tally.sizes.reduce((sum, size) => sum + size, 0);
  return {
    id: ids[cluster]!,
    ...called,
    portrait: portraitOf(individuals_count / all, distinctions, findings),
    individuals_count,
    distinctions,
    center: Object.fromEntries(features.map((feature, f) => [dimensionName(feature), means[f] ?? null])),
    dimensions: [
      ...numberDimensions(cluster, findings),
      ...textDimensions(cluster, findings),
      ...listDimensions(cluster, findings),
    ],
  };
};

const distinctionsOf = (cluster: number, { tally, places, differences }: Described): Distinction[] =>
  differences[cluster]!.flatMap(({ feature, difference }) => {
    const place = places.get(feature.name)!;
    const { sum, known } = tally.columns[cluster]![place]!;
    if (known === 0) return [];
    const { name, literate } = feature;
    const average = rounded(tally.mean(place));
    return [{ name, literate, value: rounded(sum / known), average, difference: rounded(difference) }];
  })
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || (a.name < b.name ? -1 : 1))
    .slice(0, maxDistinctions);

/** Portrait of a cluster: of features with the same meaning, the one that differs most. */
const portraitOf = (
  share: number,
  distinctions: readonly Distinction[],
  { features, places }: Described,
): string => {
  const byFamily = new Map<string, string>();
  for (const { name, literate, value, average } of distinctions) {
    const { group, isShare } = fieldOf(features[places.get(name)!]!);
    const figure = isShare ? percentage : threeDigits;
    const phrase = `${literate} ${figure(value)}, cohort average ${figure(average)}`;
    if (!byFamily.has(group)) byFamily.set(group, phrase);
  }
  return [`${percentage(share)} of the cohort`, ...[...byFamily.values()].slice(0, maxPortrayed)].join("; ");
};

const percentage = (share: number): string => `${Math.round(100 * share)} %`;
const threeDigits = (value: number): string => Number(value.toPrecision(3)).toLocaleString("en-US");

/** Rounded to single precision. */
const rounded = (value: number): number => Number(value.toPrecision(6));

/** Traits have their own names. */
const dimensionName = (feature: Feature): string =>
  feature.over === "traits" && feature.measure.value === null ? feature.measure.trait : feature.name;

/** The values of a text trait are shown as one dimension. */
const isNumber = (feature: Feature): boolean =>
  !(feature.over === "traits" && feature.measure.value !== null);

const numberDimensions = (cluster: number, { features, cuts, tally }: Findings): PersonaDimension[] =>
  features.flatMap((feature, f) =>
    isNumber(feature)
      ? [{ trait_name: dimensionName(feature), bins: numberBins(cluster, f, cuts[f]!, tally) }]
      : [],
  );

/** The same bins for every persona; empty if nobody in the cohort has a value. */
const numberBins = (
  cluster: number,
  column: number,
  cuts: BinEdges,
  tally: ClusterStatistics,
): DimensionBin[] => {
  const lowest = Math.min(...tally.columns.map((tallies) => tallies[column]!.lowest));
  if (!Number.isFinite(lowest)) return [];
  const { bins, known }: ColumnStatistics = tally.columns[cluster]![column]!;
  return bins.map((count, bin) => ({
    data_type: "number",
    min: rounded(bin === 0 ? lowest : cuts[bin - 1]!),
    ...(bin < cuts.length && { max: rounded(cuts[bin]!) }),
    count,
    percent: percent(count, known),
  }));
};

const textDimensions = (cluster: number, { membersWith, tally }: Described): PersonaDimension[] =>
  [...membersWith.keys()].sort().map((trait) => {
    const ofTrait = membersWith.get(trait)!;
    const peopleWith = (value: string | null) => ofTrait.get(value)?.get(cluster) ?? 0;
    const listed = [...ofTrait.keys()].filter((value) => value !== null);
    const values = new Map(listed.sort().map((value) => [value, peopleWith(value)]));
    const others = peopleWith(null);
    const known = [...values.values()].reduce((sum, count) => sum + count, others);
    if (others > 0) values.set("All others", others);
    if (known < tally.sizes[cluster]!) values.set("Unknown", tally.sizes[cluster]! - known);
    return { trait_name: trait, bins: textBins(values) };
  });

/** Lists: one person may have several items. */
const listDimensions = (cluster: number, { features, tally }: Findings): PersonaDimension[] => {
  const items = new Map<string, Map<string, number>>();
  features.forEach((feature, f) => {
    if (feature.over !== "traits" || !feature.measure.isList || feature.measure.value === null) return;
    const { trait, value } = feature.measure;
    items.set(trait, (items.get(trait) ?? new Map()).set(value, tally.columns[cluster]![f]!.sum));
  });
  return [...items].map(([trait_name, values]) => ({ trait_name, bins: textBins(values) }));
};

const textBins = (values: ReadonlyMap<string, number>): DimensionBin[] => {
  const all = [...values.values()].reduce((sum, count) => sum + count, 0);
  return [...values].map(([value, count]) => ({
    data_type: "text",
    value,
    count,
    percent: percent(count, all),
  }));
};

const percent = (count: number, of: number): number => (of === 0 ? 0 : rounded((100 * count) / of));
