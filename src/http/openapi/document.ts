// The document: every operation of the routes by path and method, and the components that they refer to.

import type { RouteOptions } from "fastify";
import type { JsonObject } from "../json.js";
import { Components } from "./components.js";
import { operation } from "./operation.js";
import { responseComponents } from "./responses.js";

export interface OpenApi extends JsonObject {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  /** By path and method. */
  paths: Record<string, Record<string, JsonObject>>;
  components: Record<"securitySchemes" | "responses" | "examples" | "schemas", Record<string, JsonObject>>;
}

const description =
  "Calibrated probabilities for every customer, from files of events. Every path answers with and without the prefix /v1. " +
  "A request that creates or changes something does not wait for what follows from it: builds run in the background, and the " +
  "`status` of each resource says how far they are. What is refused is answered as `Problem`; a `Link` header with " +
  '`rel="help"` leads to a page about the very error.';

export const openApiDocument = (routes: readonly RouteOptions[]): OpenApi => {
  const components = new Components();
  const responses = responseComponents(components);
  const paths: OpenApi["paths"] = {};
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, "{$1}");
    const operations = { ...paths[path] };
    for (const method of [route.method].flat())
      operations[method.toLowerCase()] = operation(route, method, path, components);
    paths[path] = operations;
  }
  return {
    openapi: "3.1.0",
    info: { title: "Bellwether", version: "1", description },
    servers: [
      { url: "/v1", description: "This service." },
      { url: "/", description: "The same, without the version." },
    ],
    tags: tagsOf(paths),
    security: [{ apiKey: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes,
      responses,
      examples: components.examples,
      schemas: components.schemas,
    },
  };
};

const securitySchemes = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    description: "An API key, `bw_live_…`: from the sign-up, or from POST /accounts/current/api_keys.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "bellwether_session",
    description:
      "In a browser, the cookie of POST /sessions; by https its name begins with `__Host-`. A request that changes something is " +
      "taken from the service's own pages alone.",
  },
  signedLink: {
    type: "apiKey",
    in: "query",
    name: "signature",
    description: "Part of links that a record holds, for browsers and spreadsheets that send no key.",
  },
};

const tagDescriptions: Record<string, string> = {
  accounts: "Who owns everything else: signing up, keys, usage, e-mails.",
  sessions: "Signing in to the console and out of it, and the password for it.",
  uploads: "CSV files of events, in directories.",
  resumable_uploads: "The same, by the tus protocol: a file that breaks off goes on where it was.",
  datasets:
    "How to read the files of one directory: which columns say who, and which become events and traits.",
  streams: "Events of one kind, from every dataset that outputs to it.",
  people: "Who records turned out to be, and their owner's word on it.",
  traits: "What is so of a person, without a date.",
  cohorts: "Groups of people, chosen by their events and traits.",
  outcomes: "What is learned: who of one cohort will be in another.",
  scopes: "Pipelines: whom to score, and what to say of them.",
  targets: "Deployments of a pipeline: a hosted file, or a lookup.",
  persona_sets: "Divisions of a cohort into kinds of people that are alike.",
  recommenders: "What people are likely to take next.",
  places: "Locations that people live near.",
  connections: "Data and destinations elsewhere.",
  graph: "What is made of what.",
  notices: "What happens, told as it happens.",
  webhook_endpoints: "Addresses that are told of builds.",
  service: "The process and its documentation.",
};

/** In the order of their first operation. */
const tagsOf = (paths: OpenApi["paths"]): OpenApi["tags"] => {
  const used = Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ tags }) => tags as string[]),
  );
  return [...new Set(used)].map((name) => ({ name, description: tagDescriptions[name] ?? "" }));
};
