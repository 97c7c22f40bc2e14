// Columns of a delivered file and their names. Machine names follow the API, a resource's id with `_` for
// `-`; human-readable names are slugs of the resource's name.

import { type UpliftColumn, upliftColumns } from "../domain/campaign/uplift.js";
import type { IdentityField } from "../domain/data/dataset.js";
import { maxRanks } from "../domain/personas/recommender.js";
import { type LocationColumn, locationColumns } from "../domain/pipeline/payload-location.js";
import type { PredictedColumn } from "../domain/pipeline/predicted-columns.js";
import type { Bounds, RankBounds } from "../domain/target/target.js";
import { refuse } from "../errors/refusal.js";

/** `Likelihood to buy again!` → `likelihood_to_buy_again`. */
export const slug = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");

export interface Named {
  id: string;
  name: string;
}

export interface NamedOutcome extends Named {
  /** Absent for an outcome that asks for the probability alone. */
  predictedColumns?: readonly PredictedColumn[];
}

/** The payload for each person, in the order of the columns. */
export interface Payload {
  outcomes: readonly NamedOutcome[];
  cohorts: readonly Named[];
  personaSets: readonly Named[];
  recommenders: readonly Named[];
  /** Names of traits. */
  attributes: readonly string[];
  /** Whether each outcome has a column with its reasons. */
  isExplained: boolean;
  /** Whether the pipeline holds people out. */
  hasHoldout?: boolean;
  /** Whether it has what a contact does to each person. */
  hasUplift?: boolean;
  /** Whether it says whom to contact. */
  hasContacts?: boolean;
  /** Whether it has the nearest location. */
  hasLocation?: boolean;
}

/** A column of the payload under both of its names. */
export interface PayloadColumn {
  kind:
    | "probability"
    | "percentile"
    | "status"
    | "explanation"
    | PredictedColumn
    | "member"
    | "persona"
    | "recommendation"
    | "attribute"
    | "arm"
    | UpliftColumn
    | "contact"
    | "profit"
    | LocationColumn;
  /** Id of the outcome, cohort or persona set, or name of the trait. */
  of: string;
  /** Name in the relations: the kind, and the index of the outcome, cohort, persona set or trait in the payload. */
  source: string;
  name: string;
  human_name: string;
  /** Rank of a recommendation, from 1. */
  rank?: number;
}

/** Human names that collide get a number. */
export const payloadColumns = ({
  outcomes,
  cohorts,
  personaSets,
  recommenders,
  attributes,
  isExplained,
  hasHoldout = false,
  hasUplift = false,
  hasContacts = false,
  hasLocation = false,
}: Payload): PayloadColumn[] => [
  ...namePairs("outcome", outcomes).flatMap((outcome, i) => [
    columnOf(outcome, "probability", "propensity_probability"),
    columnOf(outcome, "percentile", "propensity_percentile"),
    columnOf(outcome, "status", "status"),
    ...(outcomes[i]!.predictedColumns ?? []).map((name) => columnOf(outcome, name, name)),
    ...(isExplained ? [explanationColumn(outcome)] : []),
  ]),
  ...namePairs("cohort", cohorts).map((cohort) => columnOf(cohort, "member", "member")),
  ...namePairs("persona_set", personaSets).map((set) => columnOf(set, "persona", "persona_name")),
  ...namePairs("recommender", recommenders).flatMap(rankColumns),
  ...attributeColumns(attributes),
  ...(hasHoldout ? [armColumn] : []),
  ...(hasUplift ? upliftColumns.map(upliftColumn) : []),
  ...(hasContacts ? [contactColumn, profitColumn] : []),
  ...(hasLocation ? locationColumns.map(nearestColumn) : []),
];

/** `contact` or `held_out`. */
const armColumn: PayloadColumn = {
  kind: "arm",
  of: "holdout",
  source: "arm",
  name: "fdy_holdout_arm",
  human_name: "holdout_arm",
};

/** The probability to convert if contacted less that without, its 80 % range, and the person's segment. */
const upliftColumn = (name: UpliftColumn): PayloadColumn => ({
  kind: name,
  of: "holdout",
  source: name,
  name: `fdy_${name}`,
  human_name: name,
});

/** Whether a contact is expected to pay within the budget. */
const contactColumn: PayloadColumn = {
  kind: "contact",
  of: "economics",
  source: "contact",
  name: "fdy_economics_contact",
  human_name: "contact",
};

/** Expected profit of contacting the person. */
const profitColumn: PayloadColumn = {
  kind: "profit",
  of: "economics",
  source: "profit",
  name: "fdy_economics_profit",
  human_name: "expected_profit",
};

const nearestColumn = (name: LocationColumn): PayloadColumn => ({
  kind: name,
  of: "location",
  source: name,
  name: `fdy_${name}`,
  human_name: `nearest_${name}`,
});

interface NamePair {
  id: string;
  place: number;
  machine: string;
  human: string;
}

const namePairs = (type: string, resources: readonly Named[]): NamePair[] => {
  const humans = unique(resources.map(({ name }) => slug(name)));
  return resources.map(({ id }, place) => ({
    id,
    place,
    machine: `fdy_${type}_${id.replaceAll("-", "_")}`,
    human: humans[place]!,
  }));
};

const explanationColumn = (outcome: NamePair): PayloadColumn => ({
  ...columnOf(outcome, "explanation", "explanation"),
  name: `fdy_explanation_${outcome.id.replaceAll("-", "_")}`,
});

const columnOf = (
  { id, place, machine, human }: NamePair,
  kind: PayloadColumn["kind"],
  ending: string,
): PayloadColumn => ({
  kind,
  of: id,
  source: sourceOf(kind, place),
  name: `${machine}_${ending}`,
  human_name: `${human}_${ending}`,
});

const rankColumns = (recommender: NamePair): PayloadColumn[] =>
  Array.from({ length: maxRanks }, (_, i) => ({
    ...columnOf(recommender, "recommendation", `rank_${i + 1}`),
    source: recommendationSource(recommender.place, i + 1),
    rank: i + 1,
  }));

/** Name in the relations of a rank of the recommender at an index of the payload. */
export const recommendationSource = (place: number, rank: number): string =>
  `${sourceOf("recommendation", place)}_${rank}`;

const attributeColumns = (attributes: readonly string[]): PayloadColumn[] =>
  unique(attributes.map(slug)).map((human, place) => ({
    kind: "attribute",
    of: attributes[place]!,
    source: sourceOf("attribute", place),
    name: `fdy_attribute_${attributes[place]!}`,
    human_name: `attribute_${human}`,
  }));

export const sourceOf = (kind: PayloadColumn["kind"], place: number): string => `${kind}_${place}`;

const unique = (names: readonly string[]): string[] =>
  names.map((name, i) => {
    const before = names.slice(0, i).filter((other) => other === name).length;
    return before === 0 ? name : `${name}_${before + 1}`;
  });

/**
 * Identity columns in the order of a file: name, contacts, address, date of birth. A national id is used to
 * match records and is never delivered.
 */
const identityOrder: readonly IdentityField[] = [
  "customer_id",
  "person_full_name",
  "person_first_name",
  "person_last_name",
  "email",
  "email_hash",
  "phone",
  "house_number_and_street",
  "city",
  "state",
  "postcode",
  "freeform_address",
  "birth_date",
];

export const identityColumns = (mapped: readonly string[]): IdentityField[] =>
  identityOrder.filter((field) => mapped.includes(field));

/** Stable across files and builds: the key for joining two downloads. */
export const personColumn = "person_id";

/** People of one residence have one. Every file of people or records can have it. */
export const householdColumn = "household_id";

/** The columns of a crosswalk. */
export const crosswalkColumns = [
  "dataset",
  "key_column",
  "key",
  "record_id",
  personColumn,
  householdColumn,
  "match_probability",
] as const;

/** The owner's key of a person in a referenced file. */
export const referenceColumn = "reference_key";

/** The number of people in an area. */
export const peopleCountColumn = "people_count";

/** The columns of a hashed file, with the identity fields from which each is made. */
const hashedFields = {
  hashed_email: ["email", "email_hash"],
  hashed_phone: ["phone"],
  hashed_first_name: ["person_first_name", "person_full_name"],
  hashed_last_name: ["person_last_name", "person_full_name"],
  hashed_street: ["house_number_and_street"],
  hashed_city: ["city"],
  hashed_state: ["state"],
  hashed_postcode: ["postcode"],
} satisfies Record<string, IdentityField[]>;
export type HashedColumn = keyof typeof hashedFields;

export const hashedColumns = (mapped: readonly string[]): HashedColumn[] =>
  (Object.keys(hashedFields) as HashedColumn[]).filter((column) =>
    hashedFields[column].some((field) => mapped.includes(field)),
  );

/**
 * The payload without the recommendation ranks outside the bounds of a filter. Refuses
 * `recommender-not-in-payload`.
 */
export const withinRanks = (
  payload: readonly PayloadColumn[],
  bounds: readonly RankBounds[] = [],
): PayloadColumn[] => {
  for (const { recommender_id: id } of bounds) requireRecommender(payload, id);
  return payload.filter(({ of, rank }) =>
    bounds.every((bound) => rank === undefined || bound.recommender_id !== of || isWithin(rank, bound)),
  );
};

const requireRecommender = (payload: readonly PayloadColumn[], id: string): void => {
  const ids = [...new Set(payload.filter(({ rank }) => rank !== undefined).map(({ of }) => of))];
  if (!ids.includes(id))
    throw refuse("recommender-not-in-payload", { id, recommenders: ids.join(", ") || "none" });
};

const isWithin = (rank: number, { _eq, _gt, _gte, _lt, _lte }: Bounds): boolean =>
  (_eq === undefined || rank === _eq) &&
  (_gt === undefined || rank > _gt) &&
  (_gte === undefined || rank >= _gte) &&
  (_lt === undefined || rank < _lt) &&
  (_lte === undefined || rank <= _lte);
