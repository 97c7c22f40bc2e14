// Nouns of the resource types in commands, by their name in the paths of the API and in the order in which a pipeline
// is created. They are apart from the types, whose schemas take a second to load, so that commands are listed at once.

export const nouns = {
  connections: "connection",
  places: "place",
  atlases: "atlas",
  datasets: "dataset",
  streams: "stream",
  traits: "trait",
  cohorts: "cohort",
  persona_sets: "persona-set",
  recommenders: "recommender",
  holdouts: "holdout",
  outcomes: "outcome",
  scopes: "scope",
  targets: "target",
  webhook_endpoints: "webhook",
  triggers: "trigger",
} as const;

type Path = keyof typeof nouns;

export const paths = Object.keys(nouns) as Path[];

export const named = (path: Path) => ({ path, noun: nouns[path] });
