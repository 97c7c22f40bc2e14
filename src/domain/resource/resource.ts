// Resources: everything that an owner configures and the service builds, with its configuration and the
// result of its last build.

/** Plural, as in the paths of the API. `people` is internal: one per account, who several records turned out to be. */
export const resourceTypes = [
  "connections",
  "datasets",
  "people",
  "traits",
  "streams",
  "places",
  "atlases",
  "cohorts",
  "outcomes",
  "persona_sets",
  "recommenders",
  "holdouts",
  "scopes",
  "targets",
  "triggers",
  "replays",
] as const;
export type ResourceType = (typeof resourceTypes)[number];

/** The types that have a build step. Traits are built with the people. */
export type BuiltType = Exclude<ResourceType, "traits">;

/** Types that resources read without naming them: a change of one of them may concern every resource of the account. */
const sharedTypes: readonly ResourceType[] = [
  "connections",
  "datasets",
  "people",
  "traits",
  "streams",
  "places",
  "atlases",
  "holdouts",
];

export const isShared = (type: ResourceType): boolean => sharedTypes.includes(type);

/** The singular noun of each type, for prose. */
export const singular: Record<ResourceType, string> = {
  connections: "connection",
  datasets: "dataset",
  people: "people",
  traits: "trait",
  streams: "stream",
  places: "place",
  atlases: "atlas",
  cohorts: "cohort",
  outcomes: "outcome",
  persona_sets: "persona set",
  recommenders: "recommender",
  holdouts: "hold-out",
  scopes: "pipeline",
  targets: "target",
  triggers: "trigger",
  replays: "replay",
};

/**
 * `new`       configured, waits for its inputs; `waiting_for` says for which
 * `starting`  inputs are there, its build is queued; `waiting_for` says why it is tried later
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

export const secondsPerHour = 3600;
export const secondsPerDay = 86_400;
export const msPerDay = 86_400_000;
