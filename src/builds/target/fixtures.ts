// Pipeline with the people of a test: the results that a target reads.

import { mkdtemp, readFile } from "node:fs/promises";
import path from "node:path";
import type { ContactPlan } from "../../domain/campaign/economics.js";
import type { Arm, HoldoutResult } from "../../domain/campaign/holdout.js";
import { upliftColumns } from "../../domain/campaign/uplift.js";
import { type IdentityField, identityFields } from "../../domain/data/dataset.js";
import { found, resolution } from "../../domain/people/fixtures.js";
import { defaultCountry } from "../../domain/people/identity/phones.js";
import { maxRanks } from "../../domain/personas/recommender.js";
import type { ScopeConfig } from "../../domain/pipeline/scope.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import type { ProgramList, SentContacts, TargetConfig, TargetResult } from "../../domain/target/target.js";
import type { Engine } from "../../warehouse/engine.js";
import { valuesOf } from "../../warehouse/persons/fixtures.js";
import {
  cohortFiles,
  datasetFiles,
  peopleFiles,
  personaFiles,
  recommenderFiles,
  scopeFiles,
  streamFiles,
} from "../../warehouse/relations.js";
import { type Sql, type SqlValue, sql } from "../../warehouse/sql/sql.js";
import type { ProgramAccess } from "../connection/program/program.js";
import type { StepTools } from "../kind/kind.js";
import type { Delivery, FormerContacts, ListSelection, TargetInput } from "./input.js";
import { buildTarget } from "./step.js";

type Identity = { [F in IdentityField]?: string };

/** A person of the population. */
export interface TestPerson extends Identity {
  /** Null: already attained. */
  probability: number | null;
  /** Their other source records. */
  wrote?: Identity[];
  /** The owner's keys, the earliest first. */
  keys?: string[];
  traits?: Record<string, string>;
  isMember?: boolean;
  /** Their recommendations; absent: they have no history. */
  recommended?: string[];
  /** `big` or `small`. */
  persona?: string;
  /** Their group, where the pipeline holds people out. */
  arm?: Arm;
  /** With an arm: what a contact does. */
  uplift?: Record<"uplift" | "uplift_low" | "uplift_high", number> & { uplift_segment: string };
  /** With an arm: whether a contact pays. */
  isWorthContact?: boolean;
  /** Days before the cutoff, of each contact. */
  contactedDaysAgo?: number[];
}

export interface Pipeline {
  engine: Engine;
  root: string;
  people: readonly TestPerson[];
}

export const writePipeline = async (
  engine: Engine,
  root: string,
  people: readonly TestPerson[],
): Promise<Pipeline> => {
  const dir = await mkdtemp(path.join(root, "pipeline-"));
  const write = (file: string, columns: Record<string, Sql>, rows: SqlValue[][]) =>
    engine.writeParquet(sql`select * from ${valuesOf(columns, rows)}`, file);
  const fields = Object.fromEntries(identityFields.map((field) => [field, text]));
  const written = (identity: Identity) => identityFields.map((field) => identity[field] ?? null);
  const identities = people.flatMap((person, i) =>
    [person, ...(person.wrote ?? [])].map((identity, k) => ({ key: 100 * i + k, id: i + 1, identity })),
  );
  await write(
    datasetFiles(dir).identities,
    { identity_key: bigint, ...fields },
    identities.map(({ key, identity }) => [key, ...written(identity)]),
  );
  await write(
    peopleFiles(dir).persons,
    { identity_key: bigint, person_id: bigint },
    identities.map(({ key, id }) => [key, id]),
  );
  await write(
    peopleFiles(dir).people,
    { person_id: bigint, ...fields },
    people.map((person, i) => [i + 1, ...written(person)]),
  );
  await write(
    datasetFiles(dir).references,
    { identity_key: bigint, column_name: text, reference: text, first_row: bigint },
    people.flatMap(({ keys = [] }, i) => keys.map((key, row) => [100 * i, "key", key, row])),
  );
  await write(
    peopleFiles(dir).traits,
    { person_id: bigint, trait: text, value: text },
    people.flatMap(({ traits = {} }, i) =>
      Object.entries(traits).map(([trait, value]) => [i + 1, trait, value]),
    ),
  );
  await write(
    cohortFiles(dir).members,
    { person_id: bigint },
    people.flatMap(({ isMember }, i) => (isMember ? [[i + 1]] : [])),
  );
  await write(
    personaFiles(dir).personas,
    { person_id: bigint, persona_id: text },
    people.flatMap(({ persona }, i) => (persona === undefined ? [] : [[i + 1, persona]])),
  );
  await write(
    recommenderFiles(dir).recommendations,
    { person_id: bigint, ...Object.fromEntries(ranks.map((rank) => [`rank_${rank}`, text])) },
    people.flatMap(({ recommended }, i) =>
      recommended ? [[i + 1, ...ranks.map((rank) => recommended[rank - 1] ?? null)]] : [],
    ),
  );
  await write(
    scopeFiles(dir).scores,
    {
      person_id: bigint,
      status_0: text,
      probability_0: sql`double`,
      percentile_0: sql`integer`,
      ...(hasHoldout(people) && { arm: text, contact: sql`boolean`, profit: sql`double` }),
      ...(hasUplift(people) && {
        uplift: sql`double`,
        uplift_low: sql`double`,
        uplift_high: sql`double`,
        uplift_segment: text,
      }),
    },
    people.map(({ probability, arm = null, isWorthContact = false, uplift }, i) => [
      ...[i + 1, probability === null ? "attained" : "scored"],
      ...[probability, probability === null ? null : Math.round(100 * probability)],
      ...(hasHoldout(people)
        ? [arm, isWorthContact, probability === null ? null : 10 * probability - 1]
        : []),
      ...(hasUplift(people) ? upliftColumns.map((name) => uplift?.[name] ?? null) : []),
    ]),
  );
  await write(
    streamFiles(dir).events,
    { person_id: bigint, event_time: bigint },
    people.flatMap(({ contactedDaysAgo = [] }, i) =>
      contactedDaysAgo.map((days) => [i + 1, cutoff - days * secondsPerDay]),
    ),
  );
  return { engine, root: dir, people };
};

/** Cutoff of the scores. */
const cutoff = 1_767_225_600;

const hasHoldout = (people: readonly TestPerson[]): boolean => people.some(({ arm }) => arm !== undefined);

const hasUplift = (people: readonly TestPerson[]): boolean =>
  people.some(({ uplift }) => uplift !== undefined);

const bigint = sql`bigint`;
const text = sql`varchar`;
const ranks = Array.from({ length: maxRanks }, (_, i) => i + 1);

export const outcomeId = "0f-1e";
export const cohortId = "c0-de";
export const recommenderId = "4e-c0";
export const popular = ["bread", "milk"];
export const personaSetId = "5e-75";
export const testPersonas = [
  { id: "big", name: "Big spenders" },
  { id: "small", name: "Small spenders" },
];

const holdout: HoldoutResult = {
  outcome_id: outcomeId,
  by: "pipeline",
  share: 0.5,
  horizon_days: 30,
  contact: 1,
  held_out: 1,
  snapshots: [],
  campaigns: [],
};

const contacts: ContactPlan = {
  outcome_id: outcomeId,
  terms: { cost_per_contact: 1, value_per_conversion: 10 },
  people: 1,
  paying: 1,
  expected: 0.5,
  curve: [],
};

export interface TargetRequest extends Partial<TargetConfig> {
  payload?: Partial<ScopeConfig["payload"]>;
  preview?: boolean;
  list?: ListSelection;
  delivery?: Delivery;
  formerContacts?: FormerContacts;
  /** Days of each condition on contacts, or of that of a list. */
  contactDays?: number[];
  computing?: StepTools["computing"];
}

/** Builds a target of the pipeline; `lines` are the lines of its file, with the header first. */
export const buildFrom = async (
  { engine, root, people }: Pipeline,
  {
    payload = {},
    preview = false,
    list,
    delivery,
    formerContacts,
    contactDays,
    computing,
    ...config
  }: TargetRequest = {},
): Promise<{ result: TargetResult; dir: string; bytes: Buffer; lines: string[] }> => {
  const dir = await mkdtemp(path.join(root, "out-"));
  const mapped = identityFields.filter((field) => people.some((person) => person[field] !== undefined));
  const names = [...new Set(people.flatMap(({ traits = {} }) => Object.keys(traits)))];
  const members = { id: cohortId, name: "Loyal ones", dir: root };
  const sets = [{ id: personaSetId, name: "Kinds of buyers", dir: root, personas: testPersonas }];
  const isInPayload = payload.cohort_ids?.includes(cohortId) ?? false;
  const input: TargetInput = {
    ...(list && { list }),
    ...(delivery && { delivery }),
    ...(formerContacts && { formerContacts }),
    ...(contactDays && { contacts: contactDays.map((days) => ({ days, dir: root })) }),
    config: {
      scope_id: "s",
      representation: { mode: "identified", aggregate: "person" },
      options: { type: "hosted_csv" },
      ...config,
    },
    scope: {
      dir: root,
      config: { population: { cohort_ids: [] }, payload: { outcome_ids: [outcomeId], ...payload }, preview },
      result: {
        population_count: people.length,
        data_through: cutoff,
        outcomes: {},
        warnings: [],
        performance: {},
        ...(hasHoldout(people) && {
          holdout: { ...holdout, ...(hasUplift(people) && { hasUpliftColumns: true }) },
          contacts,
        }),
      },
      outcomes: [{ id: outcomeId, name: "Buys again", goal: "buy again", dir: root }],
      cohorts: isInPayload ? [members] : [],
      personaSets: sets.filter(({ id }) => payload.persona_set_ids?.includes(id)),
      recommenders: payload.recommender_ids?.includes(recommenderId)
        ? [{ id: recommenderId, name: "Next product", dir: root, popular }]
        : [],
    },
    filterCohorts: isInPayload ? [] : [members],
    filterPersonaSets: sets.filter(({ id }) => !payload.persona_set_ids?.includes(id)),
    peopleDir: root,
    people: {
      people_count: people.length,
      data_through: null,
      datasets: {},
      traits: names.map((name) => ({ name, type: name === "age" ? "number" : "text", found })),
      resolution,
    },
    country: defaultCountry,
    identityColumns: mapped,
    datasetDirs: [root],
    referenceDir: root,
  };
  const tools = { engine, dir, now: 0, seed: 1, progress: () => {} };
  const result = await buildTarget(input, { ...tools, ...(computing && { computing }) });
  const bytes = await readFile(path.join(dir, result.file));
  return { result, dir, bytes, lines: bytes.toString().trimEnd().split("\n") };
};

/** Builds of one target, which sends contacts to a program. Each knows what the one before sent. */
export const contactTarget = (engine: Engine, root: string, access: ProgramAccess, list: string) => {
  let former: FormerContacts | undefined;
  return {
    access,
    build: async (
      people: readonly TestPerson[],
      options: Partial<ProgramList> = {},
    ): Promise<SentContacts> => {
      const preset = access.options.type === "mailchimp" ? "mailchimp" : "klaviyo";
      const { result, dir } = await buildFrom(await writePipeline(engine, root, people), {
        connection_id: "c",
        representation: { mode: "identified", aggregate: "person", transform_preset: preset },
        options: { type: access.options.type, list_name: list, ...options },
        delivery: { access, targetId: "t" },
        ...(former && { formerContacts: former }),
      });
      former = { dir, sent: result.sent! };
      return result.sent!;
    },
  };
};

export const countsOf = ({ added, changed, unchanged, removed, refused }: SentContacts): string =>
  `${added} added, ${changed} changed, ${unchanged} unchanged, ${removed} removed, ${refused} refused`;
