// The OpenAPI document: all operations by path and method, and the components that they refer to.

import type { RouteOptions } from "fastify";
import type { OpenApi } from "../../docs/openapi.js";
import { Components } from "./components.js";
import { operation } from "./operation.js";
import { responseComponents } from "./responses.js";
import { webhooksOf } from "./webhooks.js";

const description =
  "Calibrated probabilities for every customer, predicted from files of events. Every path works with and without the prefix /v1. " +
  "Requests that create or change a resource do not wait for its build: builds run in the background, and the `status` of each " +
  "resource shows their progress. A path answers 405 with `Allow` for a method that it lacks, and OPTIONS with its methods. Errors are returned as `Problem`, with a `Link` header with " +
  '`rel="help"` to a page about the error. IDs are opaque texts. No text in a request may contain the character NUL (U+0000).';

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
  const webhooks = webhooksOf(components);
  return {
    openapi: "3.1.0",
    info: { title: "Bellwether", version: "1", description, contact, license },
    servers: [
      { url: "/v1", description: "This service." },
      { url: "/", description: "The same without the version." },
    ],
    tags: tagsOf(paths),
    security: [{ apiKey: [] }, { session: [] }],
    paths,
    webhooks,
    components: {
      securitySchemes,
      responses,
      examples: components.examples,
      schemas: components.schemas,
    },
  };
};

const contact = { name: "The operator of this service" };
const license = { name: "Apache License 2.0", identifier: "Apache-2.0" };

const securitySchemes = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    description: "API key, `bw_live_…`, from the sign-up or from POST /accounts/current/api_keys.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "bellwether_session",
    description:
      "Session cookie of POST /sessions, for browsers. With https its name starts with `__Host-`. Only the service's own pages can make " +
      "changes with it.",
  },
  signedLink: {
    type: "apiKey",
    in: "query",
    name: "signature",
    description: "Signature in the links of a record, for browsers and spreadsheets that send no key.",
  },
};

const tagDescriptions: Record<string, string> = {
  accounts: "Accounts, which own all other resources: sign-up, API keys, usage, e-mails.",
  members: "Members of an account, with their roles, and invitations of others.",
  sso_providers: "Identity providers, through which members sign in with OpenID Connect.",
  assistants:
    "Assistants that members have connected by OAuth, each for one person and with at most their role.",
  sessions: "Signing in to the console and out of it, and its password.",
  uploads: "CSV files with events and customers, in directories.",
  resumable_uploads: "Uploads by the tus protocol, which continue where they broke off.",
  datasets:
    "Datasets define how to read files or tables: which columns identify people, and which become events and traits.",
  streams:
    "Streams contain the events of one type, such as purchases, from all datasets that output to them.",
  people: "People, matched from the records of all datasets, with manual splits and merges.",
  traits: "Traits are properties of people without a date, such as a plan or an age.",
  cohorts: "Cohorts are groups of people, defined by their events, traits and places.",
  outcomes:
    "Outcomes are what a model predicts: which people of the eligible cohort will enter the attainment cohort. The console calls them predictions.",
  suggestions: "Suggestions are predictions that the streams can answer, with counts, ready to create.",
  sample: "The sample shop: a made-up shop to try everything with, created and removed in one request.",
  scopes: "Scopes are pipelines: the people to score and the values to deliver for them.",
  claims: "Claims are what scores promised by a day, and whether it came true.",
  targets: "Targets are deployments of a pipeline: a hosted file, a lookup, or a table.",
  persona_sets: "Persona sets divide a cohort into groups of similar people.",
  replays: "Replays are the files of a pipeline as of past moments, and what their people did afterwards.",
  recommenders: "Recommenders predict the items that people are likely to take next.",
  holdouts:
    "Hold-outs leave people out by chance, so that it can be known what contacting brings: that of the account, a random share of all people whom no pipeline's list contacts, and those of pipelines.",
  lists: "Lists of a pipeline's likeliest people, made on demand from its last scores.",
  atlases: "Atlases are lists of locations, such as stores, for cohorts of people who live nearby.",
  places: "Places are areas and addresses, for cohorts of people who live nearby.",
  connections: "Connections to your databases, to read from and write to.",
  knowledgebase: "What the account writes about what its predictions are for, with all revisions.",
  graph: "Dependencies between resources.",
  notices: "Live notices of changes.",
  marked_days: "Days that you marked, such as that of a newsletter. Charts over time show them.",
  triggers:
    "Triggers tell your systems about people: who crosses a probability, enters or leaves a cohort, or moves most in a day.",
  webhook_endpoints: "Webhook endpoints receive events about builds, and what triggers tell.",
  service: "Health checks and documentation.",
};

/** In the order of their first operation. */
const tagsOf = (paths: OpenApi["paths"]): OpenApi["tags"] => {
  const used = Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ tags }) => tags as string[]),
  );
  return [...new Set(used)].map((name) => ({ name, description: tagDescriptions[name] ?? "" }));
};
