// All resource types of the command line, in one table; the service at the URL may support fewer. A type
// comes after the types that it refers to, so this is also the order in which a pipeline is created.

import type { JsonObject } from "../../domain/resource/json.js";
import { boolean, type Flags, list, number, text } from "./flags.js";
import { named } from "./nouns.js";

export interface Type {
  /** Name in the paths of the API. */
  path: string;
  /** Singular, as in commands. */
  noun: string;
  flags: Flags;
  /** References in a body: path of the field → `path` of the type. `[]` stands for each element. */
  references: Readonly<Record<string, string>>;
  /** Columns of lists besides name and status: heading → field. */
  columns: Readonly<Record<string, string>>;
  /** The field that identifies one; default: `name`. */
  namedBy?: string;
  /** False for types that are not built, and so cannot be archived or waited for. */
  builds?: false;
  /** Datasets create them too, so `--prune` must not delete them. */
  isMadeByOthers?: true;
}

const name = text("name", "Name of the resource.");
const people = { people: "population_count" };
export const types: readonly Type[] = [
  {
    ...named("connections"),
    flags: { name },
    references: {},
    columns: { type: "options.type", host: "options.host", database: "options.database" },
  },
  {
    ...named("places"),
    flags: { name },
    references: {},
    columns: {},
  },
  {
    ...named("atlases"),
    flags: {
      name,
      directory: text("options.upload_directory", "Upload directory to read."),
      latitude: text("output_to_locations.latitude", "Column of the latitude."),
      longitude: text("output_to_locations.longitude", "Column of the longitude."),
    },
    references: {},
    columns: { locations: "counts.locatable", people: "located_count" },
  },
  {
    ...named("datasets"),
    flags: {
      name,
      directory: text("options.upload_directory", "Upload directory to read."),
      preview: boolean("preview", "Only detect the columns; --no-preview reads the rows."),
      "keep-months": number("keep_months", "Age limit of rows, in months besides the current one."),
    },
    references: { connection_id: "connections", "options.merge.[].dataset_id": "datasets" },
    columns: { rows: "row_count", people: "identified_count" },
  },
  {
    ...named("streams"),
    flags: { name },
    references: {},
    columns: { events: "event_count", people: "people_count" },
    isMadeByOthers: true,
  },
  {
    ...named("traits"),
    flags: {
      name,
      literate: text("literate", "Display name."),
      unit: text("unit", "Unit of its numbers."),
    },
    references: {},
    columns: {},
    builds: false,
    isMadeByOthers: true,
  },
  {
    ...named("cohorts"),
    flags: {
      name,
      stream: text("stream_name", "Stream whose events define membership."),
      "not-followed-by": list("not_followed_by", "Streams without an event after the last one that counts."),
      "min-count": number("min_count", "Minimum number of events."),
      "max-count": number("max_count", "Maximum number of events."),
      "min-value": number("min_value", "Minimum sum of the events' value."),
      "max-value": number("max_value", "Maximum sum of the events' value."),
    },
    references: {
      "place_conditions.[].place_id": "places",
      "location_conditions.[].locations.atlas_ids.[]": "atlases",
    },
    columns: people,
  },
  {
    ...named("persona_sets"),
    flags: {
      name,
      cohort: text("cohort", "Cohort to divide into personas."),
      personas: number("number_of_clusters", "Number of personas; default: chosen from the data."),
    },
    references: { cohort: "cohorts", cohort_id: "cohorts" },
    columns: people,
  },
  {
    ...named("recommenders"),
    flags: {
      name,
      stream: text("stream_name", "Stream to recommend from."),
      property: text("stream_property_name", "Property whose values are recommended."),
    },
    references: {},
    columns: {},
  },
  {
    ...named("holdouts"),
    flags: {
      name,
      share: number("share", "Share of all people to hold out of every pipeline, such as 0.05."),
      stream: text("stream_name", "Stream whose events are the conversions."),
      "contacts-stream": text("contacts_stream", "Stream with an event for each contact."),
      "rotation-months": number("rotation_months", "Months after which chance draws everyone again."),
      "cost-per-contact": number("economics.cost_per_contact", "Cost of one contact."),
      margin: number("economics.margin", "Share of the amounts that is left for you, 0 to 1."),
      "value-per-conversion": number("economics.value_per_conversion", "What one more conversion is worth."),
    },
    references: {},
    columns: { "held out": "held_out_count", rotates: "rotates_at" },
  },
  {
    ...named("outcomes"),
    flags: {
      name,
      attainment: text("attainment", "Cohort of the people who have converted."),
      eligible: text("eligible", "Cohort of the people who can convert."),
      attrition: text("attrition_cohort_id", "Cohort of the people who have clearly not converted."),
      active: text("active_cohort_id", "Cohort of active people: predict the chance if they are active."),
      "horizon-days": number("horizon_days", "Days within which to convert."),
      "horizon-months": number("horizon_months", "Calendar months within which to convert."),
      aggregation: text(
        "value.aggregation",
        "Predict the mean, minimum, maximum or last of a property if people are active; sum: amounts.",
      ),
      property: text("value.property", "The property; default: the value of the stream."),
      "horizon-through": text(
        "horizon_through",
        "Calendar period by whose end to convert, such as this_month.",
      ),
      recurring: boolean("recurring", "People can convert more than once."),
    },
    references: {
      attainment: "cohorts",
      attainment_cohort_id: "cohorts",
      eligible: "cohorts",
      eligible_cohort_id: "cohorts",
      attrition_cohort_id: "cohorts",
      active_cohort_id: "cohorts",
    },
    columns: { auc: "roc_auc", verdict: "verdict.decision" },
  },
  {
    ...named("scopes"),
    flags: {
      name,
      include: list("population.include", "Cohort to score."),
      exclude: list("population.exclusion_cohort_ids", "Cohort to exclude."),
      outcome: list("payload.outcome_ids", "Outcome to score."),
      "persona-set": list("payload.persona_set_ids", "Persona set to include."),
      recommender: list("payload.recommender_ids", "Recommender to include."),
      explainability: boolean("payload.explainability", "Give the reasons for each score."),
      preview: boolean("preview", "Deliver 1,000 rows at most; --no-preview enables the pipeline."),
    },
    references: {
      "population.include.[]": "cohorts",
      "population.cohort_ids.[]": "cohorts",
      "population.exclusion_cohort_ids.[]": "cohorts",
      "population.exclusion_address_level_cohort_ids.[]": "cohorts",
      "payload.outcome_ids.[]": "outcomes",
      "holdout.outcome_id": "outcomes",
      "economics.outcome_id": "outcomes",
      "payload.cohort_ids.[]": "cohorts",
      "payload.persona_set_ids.[]": "persona_sets",
      "payload.recommender_ids.[]": "recommenders",
      "payload.location.conditions.atlas_ids.[]": "atlases",
    },
    columns: { ...people, preview: "preview" },
  },
  {
    ...named("targets"),
    flags: {
      name,
      scope: text("scope_id", "Pipeline (scope) to deploy."),
      mode: text("representation.mode", "identified, hashed, referenced or aggregated."),
      type: text("options.type", "hosted_csv or lookup_api."),
      format: text("options.format", "Format of the file: csv or parquet."),
      gzip: boolean("options.gzip", "Compress the file."),
      "human-readable": boolean("human_readable", "Name columns in words instead of ids."),
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
  },
  {
    ...named("webhook_endpoints"),
    flags: {
      url: text("url", "Address that receives the messages."),
      description: text("description", "Purpose of the endpoint."),
      event: list("enabled_events", "Kind of message to send; default: those of builds."),
      enabled: boolean("enabled", "Send messages; --no-enabled stops them."),
    },
    references: {},
    columns: {},
    namedBy: "url",
    builds: false,
  },
  {
    ...named("triggers"),
    flags: {
      name,
      scope: text("when.crosses.scope_id", "Pipeline (scope) whose scores are watched."),
      outcome: text("when.crosses.outcome_id", "Outcome whose probability is crossed."),
      probability: number("when.crosses.probability", "The probability that people cross."),
      direction: text("when.crosses.direction", "up, down or both."),
      cohort: text("when.cohort.cohort_id", "Cohort to watch instead."),
      on: text("when.cohort.on", "enters, leaves or both."),
      "quiet-hours": number("quiet_hours", "Hours after news of a person without other news of them."),
      webhook: text("webhook_endpoint_id", "Webhook that gets the messages; default: all that enabled them."),
    },
    references: {
      "when.crosses.scope_id": "scopes",
      "when.crosses.outcome_id": "outcomes",
      "when.cohort.cohort_id": "cohorts",
      "when.movers.scope_id": "scopes",
      "when.movers.outcome_id": "outcomes",
      webhook_endpoint_id: "webhook_endpoints",
    },
    columns: { people: "watched_count", reported: "last_evaluation.reported" },
  },
];

/** Throws for an unknown path, which is a bug. */
export const typeAt = (path: string): Type => {
  const found = types.find((type) => type.path === path);
  if (!found) throw new Error(`Bug: no type at ${path}`);
  return found;
};

/** The name of a record, or the field that its type uses instead. */
export const displayName = ({ namedBy = "name" }: Type, record: JsonObject): string =>
  String(record[namedBy]);
