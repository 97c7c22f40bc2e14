// Every type of resource that the command line knows, in one table: a type is a line here, whatever the service behind the
// URL has of it. The order is that of what refers to what, so that it is also the one in which a pipeline is made.

import type { JsonObject } from "../../http/json.js";
import { respellCohort } from "../../http/resources/cohort.js";
import { respellDataset } from "../../http/resources/dataset.js";
import { respellOutcome } from "../../http/resources/outcome.js";
import { respellPersonaSet } from "../../http/resources/persona-set.js";
import { respellPlace } from "../../http/resources/place.js";
import { respellRecommender } from "../../http/resources/recommender.js";
import { respellScope } from "../../http/resources/scope.js";
import { respellTarget } from "../../http/resources/target.js";
import { type Flags, list, number, text, yes } from "./flags.js";

export interface Type {
  /** As in the paths of the API. */
  path: string;
  /** One of them, as in commands. */
  noun: string;
  flags: Flags;
  /** Where a body refers to others: path → the `path` of their type. `[]` stands for each element. */
  references: Readonly<Record<string, string>>;
  /** What lists show besides name and status: heading → field. */
  columns: Readonly<Record<string, string>>;
  /** The field that says which one it is; where absent, `name`. */
  namedBy?: string;
  /** False where there is nothing to build, and so nothing to archive or wait for. */
  builds?: false;
  /** Others make them too, so that they are not deleted for being in no pipeline file. */
  isMadeByOthers?: true;
  /** The service makes one of the body where several spellings are taken. */
  respell?(body: JsonObject): JsonObject;
  /** Fields of a record that say in another spelling what it says already. */
  aliases?: readonly string[];
  /** Fields of a record that the service has chosen where its owner said nothing. */
  chosen?(record: JsonObject): string[];
  /** Fields that are taken and never told again, so that they cannot be compared. */
  secrets?: readonly string[];
  /** Fields that are replaced and not merged. */
  whole?: readonly string[];
}

const name = text("name", "What it is called.");
const people = { people: "population_count" };

export const types: readonly Type[] = [
  {
    path: "connections",
    noun: "connection",
    flags: { name },
    references: {},
    columns: { type: "options.type", host: "options.host", database: "options.database" },
    chosen: () => ["options.port", "options.schema", "options.sslmode"],
    secrets: ["options.password"],
  },
  {
    path: "places",
    noun: "place",
    flags: { name },
    references: {},
    columns: {},
    respell: respellPlace,
    whole: ["geojson"],
  },
  {
    path: "datasets",
    noun: "dataset",
    flags: {
      name,
      directory: text("options.upload_directory", "The upload directory that it reads."),
      preview: yes("preview", "Detect columns only; --no-preview reads the rows."),
    },
    references: { connection_id: "connections", "options.merge.[].dataset_id": "datasets" },
    columns: { rows: "row_count", people: "identified_count" },
    respell: respellDataset,
    aliases: ["reference_key_column"],
  },
  {
    path: "streams",
    noun: "stream",
    flags: { name },
    references: {},
    columns: { events: "event_count", people: "people_count" },
    isMadeByOthers: true,
  },
  {
    path: "traits",
    noun: "trait",
    flags: {
      name,
      literate: text("literate", "What people call it."),
      unit: text("unit", "What its numbers count."),
    },
    references: {},
    columns: {},
    builds: false,
    isMadeByOthers: true,
    chosen: () => ["literate", "statistical_type"],
  },
  {
    path: "cohorts",
    noun: "cohort",
    flags: {
      name,
      stream: text("stream_name", "The stream whose events make a member."),
      "min-count": number("min_count", "Events that a member has, at least."),
      "max-count": number("max_count", "Events that a member has, at most."),
      "min-value": number("min_value", "Least sum of the events' value."),
      "max-value": number("max_value", "Greatest sum of the events' value."),
    },
    references: { "place_conditions.[].place_id": "places" },
    columns: people,
    respell: respellCohort,
  },
  {
    path: "persona_sets",
    noun: "persona-set",
    flags: {
      name,
      cohort: text("cohort", "The cohort whose members are told apart."),
      personas: number("number_of_clusters", "How many; absent: as many as are best apart."),
    },
    references: { cohort: "cohorts", cohort_id: "cohorts" },
    columns: people,
    respell: respellPersonaSet,
    aliases: ["cohort"],
  },
  {
    path: "recommenders",
    noun: "recommender",
    flags: {
      name,
      stream: text("stream_name", "The stream whose events are recommended from."),
      property: text("stream_property_name", "The property whose values are recommended."),
    },
    references: {},
    columns: {},
    respell: respellRecommender,
  },
  {
    path: "outcomes",
    noun: "outcome",
    flags: {
      name,
      attainment: text("attainment", "The cohort of those who attained."),
      eligible: text("eligible", "The cohort of those who can attain."),
      attrition: text("attrition_cohort_id", "The cohort of clear counter-examples."),
      "horizon-days": number("horizon_days", "Days within which to attain."),
      recurring: yes("recurring", "Who has attained can attain again."),
    },
    references: {
      attainment: "cohorts",
      attainment_cohort_id: "cohorts",
      eligible: "cohorts",
      eligible_cohort_id: "cohorts",
      attrition_cohort_id: "cohorts",
    },
    columns: { auc: "roc_auc", verdict: "verdict.decision" },
    respell: respellOutcome,
    aliases: ["attainment", "eligible"],
    chosen: ({ horizon_chosen_from_data }) => (horizon_chosen_from_data === true ? ["horizon_days"] : []),
  },
  {
    path: "scopes",
    noun: "scope",
    flags: {
      name,
      include: list("population.include", "A cohort to score."),
      exclude: list("population.exclusion_cohort_ids", "A cohort to leave out."),
      outcome: list("payload.outcome_ids", "An outcome to score them for."),
      "persona-set": list("payload.persona_set_ids", "A persona set to tell of."),
      recommender: list("payload.recommender_ids", "A recommender whose recommendations to tell."),
      explainability: yes("payload.explainability", "Say why a person is likely."),
      preview: yes("preview", "1,000 rows at most; --no-preview enables it."),
    },
    references: {
      "population.include.[]": "cohorts",
      "population.cohort_ids.[]": "cohorts",
      "population.exclusion_cohort_ids.[]": "cohorts",
      "payload.outcome_ids.[]": "outcomes",
      "payload.cohort_ids.[]": "cohorts",
      "payload.persona_set_ids.[]": "persona_sets",
      "payload.recommender_ids.[]": "recommenders",
    },
    columns: { ...people, preview: "preview" },
    respell: respellScope,
    aliases: ["population.include"],
    chosen: () => ["preview"],
  },
  {
    path: "targets",
    noun: "target",
    flags: {
      name,
      scope: text("scope_id", "The scope to deploy."),
      mode: text("representation.mode", "identified, hashed, referenced or aggregated."),
      type: text("options.type", "hosted_csv or lookup_api."),
      gzip: yes("options.gzip", "Compress the file."),
      "human-readable": yes("human_readable", "Columns carry names instead of ids."),
    },
    references: {
      scope_id: "scopes",
      connection_id: "connections",
      "representation.reference.dataset_id": "datasets",
      "representation.reference_dataset_id": "datasets",
      "filter.cohort_membership.[].cohort_id": "cohorts",
      "filter.outcome_probability.[].outcome_id": "outcomes",
      "filter.outcome_percentile.[].outcome_id": "outcomes",
      "filter.persona.[].persona_set_id": "persona_sets",
      "filter.recommender_rank.[].recommender_id": "recommenders",
      "limit.outcome_id": "outcomes",
    },
    columns: { rows: "row_count", bytes: "file_size" },
    respell: respellTarget,
    chosen: () => ["representation.aggregate", "representation.transform_preset"],
  },
  {
    path: "webhook_endpoints",
    noun: "webhook",
    flags: {
      url: text("url", "Where messages are sent."),
      description: text("description", "What it is for."),
      event: list("enabled_events", "A kind of message to send; absent: all."),
      enabled: yes("enabled", "--no-enabled silences it."),
    },
    references: {},
    columns: {},
    namedBy: "url",
    builds: false,
    chosen: () => ["enabled", "enabled_events"],
  },
];

/** Throws for a path that is in no line of the table: a bug. */
export const typeAt = (path: string): Type => {
  const found = types.find((type) => type.path === path);
  if (!found) throw new Error(`Bug: no type at ${path}`);
  return found;
};

/** What a record of the type is called. */
export const calledBy = ({ namedBy = "name" }: Type, record: JsonObject): string => String(record[namedBy]);
