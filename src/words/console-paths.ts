// Paths of the console's pages by type of resource: the console's own addresses, and those in e-mails.

import type { ResourceType } from "../domain/resource/resource.js";

export const consolePaths: Record<ResourceType, string> = {
  connections: "connections",
  datasets: "datasets",
  people: "people",
  traits: "traits",
  streams: "streams",
  places: "places",
  atlases: "atlases",
  cohorts: "cohorts",
  outcomes: "predictions",
  persona_sets: "persona-sets",
  recommenders: "recommenders",
  holdouts: "hold-outs",
  scopes: "pipelines",
  targets: "deployments",
  triggers: "triggers",
  replays: "replays",
};
