// The kinds of resource the console shows: what each is called, where its page is, and what comes of reading one.

import type { Schemas } from "./client.js";

export interface Records {
  datasets: Schemas["Dataset"];
  streams: Schemas["Stream"];
  traits: Schemas["Trait"];
  places: Schemas["Place"];
  cohorts: Schemas["Cohort"];
  outcomes: Schemas["Outcome"];
  persona_sets: Schemas["PersonaSet"];
  recommenders: Schemas["Recommender"];
  scopes: Schemas["Scope"];
  targets: Schemas["Target"];
  connections: Schemas["Connection"];
}
export type Kind = keyof Records;
export type Status = Records["cohorts"]["status"];

interface Words {
  /** Of one, in the middle of a sentence. */
  one: string;
  /** Of many, as a heading. */
  many: string;
  /** In a sentence: what it is for. */
  purpose: string;
}

export const words: Record<Kind, Words> = {
  datasets: {
    one: "dataset",
    many: "Datasets",
    purpose: "The files you uploaded, and how their columns are read.",
  },
  streams: {
    one: "stream",
    many: "Streams",
    purpose: "What people did, and when: orders, cancellations, visits.",
  },
  traits: { one: "trait", many: "Traits", purpose: "What is so of a person, without a date." },
  places: { one: "place", many: "Places", purpose: "Locations that people live near." },
  cohorts: {
    one: "cohort",
    many: "Cohorts",
    purpose: "Groups of people, chosen by what they did and what they are.",
  },
  outcomes: {
    one: "outcome",
    many: "Outcomes",
    purpose: "What is foretold: who of one cohort will be in another.",
  },
  persona_sets: {
    one: "persona set",
    many: "Persona sets",
    purpose: "A cohort divided into kinds of people who are alike.",
  },
  recommenders: { one: "recommender", many: "Recommenders", purpose: "What people are likely to take next." },
  scopes: {
    one: "pipeline",
    many: "Pipelines",
    purpose: "Whom to score, what to say of them, and where the file goes.",
  },
  targets: {
    one: "deployment",
    many: "Deployments",
    purpose: "A file or a lookup that a pipeline keeps fresh.",
  },
  connections: { one: "connection", many: "Connections", purpose: "Databases that data come from or go to." },
};

/** Where the page of one is, within the console. Deployments are shown on a page of their own. */
export const pageOf = (kind: Kind, id: string): string => `/${listPaths[kind]}/${encodeURIComponent(id)}`;
export const listOf = (kind: Kind): string => `/${listPaths[kind]}`;

const listPaths: Record<Kind, string> = {
  datasets: "datasets",
  streams: "streams",
  traits: "traits",
  places: "places",
  cohorts: "cohorts",
  outcomes: "outcomes",
  persona_sets: "persona-sets",
  recommenders: "recommenders",
  scopes: "pipelines",
  targets: "deployments",
  connections: "connections",
};
