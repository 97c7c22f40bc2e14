// A resource is something its owner names and the service builds: what is configured, and what its last build found.

/** Plural, as in the paths of the API. `people` is internal: one per account, who several records turned out to be. */
export const resourceTypes = [
  "connections",
  "datasets",
  "people",
  "traits",
  "streams",
  "places",
  "cohorts",
  "outcomes",
  "persona_sets",
  "recommenders",
  "scopes",
  "targets",
] as const;
export type ResourceType = (typeof resourceTypes)[number];

/** What a step makes. A trait is found with the people who have it, and has no step of its own. */
export type BuiltType = Exclude<ResourceType, "traits">;

/** What one resource of a type is called in prose. */
export const singular: Record<ResourceType, string> = {
  connections: "connection",
  datasets: "dataset",
  people: "people",
  traits: "trait",
  streams: "stream",
  places: "place",
  cohorts: "cohort",
  outcomes: "outcome",
  persona_sets: "persona set",
  recommenders: "recommender",
  scopes: "pipeline",
  targets: "target",
};

/**
 * `new`       configured, waits for its inputs
 * `starting`  inputs are there, its build is queued
 * `running`   its build runs
 * `ready`     its result belongs to today's configuration and inputs
 * `error`     its build was refused; `status_error` says what to do; a changed input or configuration tries again
 */
export const resourceStatuses = ["new", "starting", "running", "ready", "error"] as const;
export type ResourceStatus = (typeof resourceStatuses)[number];

/** Milliseconds since 1970, UTC: arrival of files, states, leases. */
export type EpochMs = number;

/** Seconds since 1970, UTC: the time of events, cutoffs and landmarks. */
export type EpochSeconds = number;

export const secondsPerDay = 86_400;
