// The payload of a target: what the pipeline knows about each person, for the people whom the filter selects.

import { type PayloadColumn, payloadColumns, sourceOf, withinRanks } from "../../delivery/columns.js";
import { upliftColumns } from "../../domain/campaign/uplift.js";
import { isBuiltInName, traitMeant } from "../../domain/data/trait.js";
import { locationColumns } from "../../domain/pipeline/payload-location.js";
import { isPredictedColumn, predictedColumnsIn } from "../../domain/pipeline/predicted-columns.js";
import { hasArms } from "../../domain/pipeline/scope.js";
import type { TraitCondition } from "../../domain/resource/condition.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import { type OutcomeBounds, presetOf, type TargetConfig } from "../../domain/target/target.js";
import { assert, refuse } from "../../errors/refusal.js";
import { contactedPeople } from "../../warehouse/campaigns.js";
import { checkPatterns, conditionSql } from "../../warehouse/conditions.js";
import {
  attributeColumn,
  hasValue,
  isAmong,
  isAnyFilled,
  isExactly,
  numberColumn,
} from "../../warehouse/delivery/filters.js";
import { filteredRows, payloadRows } from "../../warehouse/delivery/payload.js";
import type { Engine } from "../../warehouse/engine.js";
import {
  cohortFiles,
  peopleFiles,
  personaFiles,
  recommenderFiles,
  relation,
  scopeFiles,
  streamFiles,
} from "../../warehouse/relations.js";
import { resultOf } from "../../warehouse/rows.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";
import type { ContactsSource, TargetInput } from "./input.js";

/** The columns of the pipeline's payload. Refuses `recommender-not-in-payload`. */
export const payloadOf = ({ config, scope }: TargetInput): PayloadColumn[] => {
  const { attributes = [], explainability: isExplained = false } = scope.config.payload;
  const { outcomes, cohorts, personaSets, recommenders } = scope;
  const columns = payloadColumns({
    cohorts,
    personaSets,
    recommenders,
    attributes,
    isExplained,
    outcomes: outcomes.map((outcome) => ({
      ...outcome,
      predictedColumns: predictedColumnsIn(scope.result.outcomes[outcome.id]),
    })),
    hasHoldout: hasArms(scope.result),
    hasUplift: scope.result.holdout?.hasUpliftColumns === true,
    hasContacts: scope.result.contacts !== undefined,
    hasLocation: scope.result.location !== undefined,
  });
  return withinRanks(columns, config.filter?.recommender_rank);
};

/**
 * One row per person whom the filter selects: person_id and the payload. Refuses `trait-unknown`,
 * `condition-invalid`.
 */
export const choosePeople = async (
  engine: Engine,
  input: TargetInput,
  payload: readonly PayloadColumn[],
): Promise<ChosenPeople> => {
  const { config, scope, peopleDir } = input;
  const conditions = config.filter?.trait ?? [];
  await checkPatterns(conditions, engine);
  const traits = input.people.traits.map(({ name }) => name);
  const attributes = attributesWanted(input, conditions, traits);
  const rows = payloadRows({
    scores: relation(scopeFiles(scope.dir).scores),
    scored: payload.filter(({ kind }) => scoreKinds.has(kind) || isPredictedColumn(kind)),
    cohorts: cohortsOf(input).map(({ dir }, place) => ({
      source: sourceOf("member", place),
      members: relation(cohortFiles(dir).members),
    })),
    personaSets: personaSetsOf(input).map(({ dir, personas }, place) => ({
      source: sourceOf("persona", place),
      people: relation(personaFiles(dir).personas),
      personas,
    })),
    recommenders: scope.recommenders.map(({ id, dir, popular }) => ({
      columns: payload.filter(({ kind, of }) => kind === "recommendation" && of === id),
      people: relation(recommenderFiles(dir).recommendations),
      popular,
    })),
    traits: relation(peopleFiles(peopleDir).traits),
    attributes: attributes.map((name, place) => ({
      source: sourceOf("attribute", place),
      trait: traitMeant(name, traits) ?? name,
    })),
  });
  const passing = resultOf(rows);
  const tests = [
    ...outcomeTests(config, payload),
    ...cohortTests(input),
    ...personaTests(input),
    ...rankTests(config, payload),
    ...armTests(input),
    ...contactTests(input),
    traitTest(conditions, attributes, input),
  ];
  const contacts = contactedTests(input);
  if (contacts.length === 0)
    return { chosen: await engine.createTable("chosen", filteredRows(passing, tests)) };
  const others = await engine.createTable("before_contacts", filteredRows(passing, tests));
  const chosen = await engine.createTable("chosen", filteredRows(others, contacts));
  return { chosen, contacted: (await engine.count(others)) - (await engine.count(chosen)) };
};

interface ChosenPeople {
  chosen: Relation;
  /** People whom their contacts alone leave out; absent where these do not matter. */
  contacted?: number;
}

const scoreKinds = new Set<PayloadColumn["kind"]>([
  "probability",
  "percentile",
  "status",
  "explanation",
  "arm",
  ...upliftColumns,
  "contact",
  "profit",
  ...locationColumns,
]);

/** The payload's cohorts come first, so that their index is the one in the payload. */
const cohortsOf = ({ scope, filterCohorts }: TargetInput) => [...scope.cohorts, ...filterCohorts];
const personaSetsOf = ({ scope, filterPersonaSets }: TargetInput) => [
  ...scope.personaSets,
  ...filterPersonaSets,
];

/**
 * The payload's attributes and the traits of conditions. The column of a built-in attribute is empty if there
 * is no such trait.
 */
const attributesWanted = (
  { scope }: TargetInput,
  conditions: readonly TraitCondition[],
  known: readonly string[],
): string[] => {
  const delivered = scope.config.payload.attributes ?? [];
  const tested = conditions.map(({ name }) => name);
  for (const trait of [...delivered.filter((name) => !isBuiltInName(name)), ...tested])
    if (!known.includes(trait)) throw refuse("trait-unknown", { trait, traits: known.join(", ") });
  return [...new Set([...delivered, ...tested])];
};

const outcomeTests = ({ filter, limit }: TargetConfig, payload: readonly PayloadColumn[]): Sql[] => {
  const within = (kind: PayloadColumn["kind"], bounds: readonly OutcomeBounds[] = []) =>
    bounds.map(({ outcome_id, ...operators }) =>
      conditionSql([{ name: kind, ...operators }], () =>
        numberColumn(outcomeColumn(payload, kind, outcome_id).source),
      ),
    );
  const limited =
    limit?.method === "percentile"
      ? [{ outcome_id: limit.outcome_id, _gte: limit.percentile_min, _lte: limit.percentile_max }]
      : [];
  return [
    ...within("probability", filter?.outcome_probability),
    ...within("percentile", [...(filter?.outcome_percentile ?? []), ...limited]),
  ];
};

/** Refuses `outcome-not-in-payload`: the pipeline may have changed since the target was configured. */
export const outcomeColumn = (
  payload: readonly PayloadColumn[],
  kind: PayloadColumn["kind"],
  id: string,
): PayloadColumn => {
  const found = payload.find((column) => column.kind === kind && column.of === id);
  if (found) return found;
  const outcomes = payload.filter((column) => column.kind === "probability").map(({ of }) => of);
  throw refuse("outcome-not-in-payload", { field: "The target", id, outcomes: outcomes.join(", ") });
};

const cohortTests = (input: TargetInput): Sql[] =>
  (input.config.filter?.cohort_membership ?? []).map(({ cohort_id, _eq }) => {
    const place = cohortsOf(input).findIndex(({ id }) => id === cohort_id);
    assert(place >= 0, `cohort ${cohort_id} is not in the step's input`);
    return hasValue(sourceOf("member", place), _eq);
  });

/** Names of personas are distinct within a set. Refuses `persona-unknown`: the set may have been rebuilt since. */
const personaTests = (input: TargetInput): Sql[] =>
  (input.config.filter?.persona ?? []).map(({ persona_set_id, persona_id, _eq }) => {
    const sets = personaSetsOf(input);
    const place = sets.findIndex(({ id }) => id === persona_set_id);
    assert(place >= 0, `persona set ${persona_set_id} is not in the step's input`);
    const { name: set, personas } = sets[place]!;
    const persona = personas.find(({ id }) => id === persona_id);
    const known = personas.map(({ id, name }) => `${name} (${id})`).join(", ");
    if (!persona) throw refuse("persona-unknown", { set, id: persona_id, personas: known });
    return isExactly(sourceOf("persona", place), persona.name, _eq);
  });

/** The payload has only the ranks within the bounds. */
const rankTests = ({ filter }: TargetConfig, payload: readonly PayloadColumn[]): Sql[] =>
  (filter?.recommender_rank ?? []).map(({ recommender_id: id, _null, _nnull }) => {
    const ranks = payload.filter(({ rank, of }) => rank !== undefined && of === id);
    return isAnyFilled(
      ranks.map(({ source }) => source),
      _null !== true && _nnull !== false,
    );
  });

/**
 * Lists are for contacting people, so they leave out who is held out, unless the filter asks for them.
 * Refuses `holdout-missing`.
 */
const armTests = ({ config, list, scope }: TargetInput): Sql[] => {
  const wanted = config.filter?.holdout ?? [];
  if (wanted.length > 0 && !hasArms(scope.result)) throw refuse("holdout-missing");
  if (wanted.length > 0) return wanted.map(({ _eq }) => hasValue("arm", _eq));
  const isForContact = list ? !list.withHeldOut : presetOf(config) !== undefined;
  return isForContact && hasArms(scope.result) ? [isExactly("arm", "held_out", false)] : [];
};

/** Refuses `economics-missing`. */
const contactTests = ({ config, scope }: TargetInput): Sql[] => {
  const wanted = config.filter?.contact ?? [];
  if (wanted.length > 0 && scope.result.contacts === undefined) throw refuse("economics-missing");
  return wanted.map(({ _eq }) => hasValue("contact", _eq));
};

/** Contacts of each condition; of a list on demand, whoever has one is left out. */
const contactedTests = ({ config, list, scope, contacts = [] }: TargetInput): Sql[] =>
  contacts.map((source, place) =>
    isAmong(
      recentlyContacted(source, scope.result.data_through),
      !list && config.filter!.contacted![place]!._eq,
    ),
  );

/** People with a contact in the days before the cutoff. */
export const recentlyContacted = ({ dir, days }: ContactsSource, cutoff: EpochSeconds): Sql =>
  contactedPeople(relation(streamFiles(dir).events), {
    from: cutoff - days * secondsPerDay,
    until: cutoff,
  });

const traitTest = (
  conditions: readonly TraitCondition[],
  attributes: readonly string[],
  { people }: TargetInput,
): Sql =>
  conditionSql(conditions, ({ name }) => {
    const { type, isList } = people.traits.find((trait) => trait.name === name)!;
    return attributeColumn(sourceOf("attribute", attributes.indexOf(name)), isList ? "list" : type);
  });
