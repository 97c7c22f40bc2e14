// What the mails say: which resource, what its build found or why it failed, and what to do next.

import type { ResultOf } from "../domain/kinds.js";
import { percent } from "../domain/percent.js";
import type { ResourceStatus, ResourceType } from "../domain/resource.js";
import { datasetWarnings } from "../words/dataset-warnings.js";
import { verdictText } from "../words/verdict.js";

/** What a message tells of: a resource with its result, or with the reason why it has none. */
export interface News {
  type: ResourceType;
  id: string;
  name: string;
  /** `error`, or what it was built to. */
  status: ResourceStatus;
  statusError: string | null;
  result: unknown;
}

export const messageFor = (news: News): { subject: string; body: string } =>
  news.status === "error" ? failureMessage(news) : readyMessage(news);

const readyMessage = (news: News) => ({
  subject: `${noun(news)} is done building`,
  body: paragraphs(`${noun(news)} is done building.`, found(news), next(news), idLine(news)),
});

const failureMessage = (news: News) => ({
  subject: `${noun(news)} could not be built`,
  body: paragraphs(
    `${noun(news)} could not be built.`,
    news.statusError ?? "",
    "It is built again by itself as soon as its configuration or its data change.",
    idLine(news),
  ),
});

const nouns: Record<ResourceType, string> = {
  connections: "Connection",
  datasets: "Dataset",
  people: "People",
  traits: "Trait",
  streams: "Stream",
  places: "Place",
  cohorts: "Cohort",
  outcomes: "Outcome",
  persona_sets: "Persona set",
  recommenders: "Recommender",
  scopes: "Pipeline",
  targets: "Target",
};

const noun = ({ type, name }: News): string => `${nouns[type]} “${name}”`;
const idLine = ({ type, id }: News): string => `GET /v1/${type}/${id} has all of it.`;
const paragraphs = (...texts: string[]): string => `${texts.filter((text) => text !== "").join("\n\n")}\n`;

const count = (n: number): string => n.toLocaleString("en-US");

/** What the build found, in one line. */
const found = ({ type, result }: News): string => {
  switch (type) {
    case "connections":
      return `${count((result as ResultOf<"connections">).tables.length)} tables can be read.`;
    case "datasets": {
      const { funnel, rejected_count, identities } = result as ResultOf<"datasets">;
      const read = `${count(funnel.total)} rows were read, ${count(rejected_count)} were rejected; they hold ${count(identities)} distinct identities.`;
      return [
        read,
        ...datasetWarnings(result as ResultOf<"datasets">).map((text) => `Warning: ${text}`),
      ].join("\n\n");
    }
    case "traits":
      return "";
    case "people":
      return `${count((result as ResultOf<"people">).people_count)} people are known.`;
    case "streams": {
      const { event_count, people_count } = result as ResultOf<"streams">;
      return `It holds ${count(event_count)} events of ${count(people_count)} people.`;
    }
    case "places":
      return `Of ${count((result as ResultOf<"places">).located_count)} people it is known how far they are from it.`;
    case "cohorts":
      return `${count((result as ResultOf<"cohorts">).population_count)} people are in it.`;
    case "outcomes": {
      const { roc_auc, horizon_days, performance } = result as ResultOf<"outcomes">;
      const { base_rate, people } = performance.model;
      return `Within ${horizon_days} days, ${percent(base_rate)} of ${count(people)} people attained it. On people and dates the model had not seen, its AUC is ${roc_auc.toFixed(3)}.`;
    }
    case "persona_sets": {
      const { personas, population_count } = result as ResultOf<"persona_sets">;
      return `${count(population_count)} people are in ${personas.length} personas: ${personas.map(({ name }) => name).join("; ")}.`;
    }
    case "recommenders": {
      const { people_count, item_count, verdict } = result as ResultOf<"recommenders">;
      return `It recommends to ${count(people_count)} people from ${count(item_count)} values. ${verdictText(verdict)}`;
    }
    case "scopes":
      return `${count((result as ResultOf<"scopes">).population_count)} people are in its population.`;
    case "targets":
      return `The file has ${count((result as ResultOf<"targets">).rows)} rows.`;
  }
};

const next = ({ type, id }: News): string => {
  if (type === "scopes")
    return `Enable it with PATCH /v1/scopes/${id} {"preview": false}; until then its targets hold a preview.`;
  if (type === "targets") return `Download it from GET /v1/targets/${id}/download.csv.`;
  return "";
};
