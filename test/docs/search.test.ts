// The documentation's search with the words of newcomers: forty questions, each with the page that answers it.

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readGuides } from "../../src/docs/guides.js";
import { searchIndex } from "../../src/docs/search-index.js";
import { siteOf } from "../../src/docs/site.js";
import { search } from "../../web/docs/search.js";

const docs = path.resolve(import.meta.dirname, "../../docs");
const document = JSON.parse(readFileSync(path.join(docs, "reference/openapi.json"), "utf8"));
const entries = searchIndex(siteOf(document, readGuides(docs)));

/** Queries, and the beginnings of the addresses of pages that answer them. */
const queries: Record<string, string[]> = {
  gdpr: ["/docs/guides/privacy"],
  SSO: ["/docs/guides/single-sign-on", "/docs/guides/teams#single-sign-on"],
  pagination: ["/docs/guides/requests#paging"],
  paging: ["/docs/guides/requests#paging"],
  versioning: ["/docs/guides/requests#versions", "/docs/guides/upgrades"],
  jsonl: ["/docs/guides/datasets#json", "/docs/guides/datasets#file-formats"],
  "delete a customer": [
    "/docs/api/people#deletePerson",
    "/docs/guides/privacy",
    "/docs/guides/datasets#suppressing",
  ],
  "how do I upload a file": ["/docs/api/uploads#createUpload"],
  lookup: ["/docs/api/targets#lookupTarget"],
  idempotency: ["/docs/guides/requests#repeated-requests"],
  email: ["/docs/api/accounts#", "/docs/guides/operations"],
  "rate limit": ["/docs/guides/requests#rate-limits", "/docs/guides/limits"],
  "429": ["/docs/errors/requests-too-many", "/docs/guides/requests", "/docs/guides/limits"],
  authentication: ["/docs/guides/requests#keys", "/docs/guides/teams#keys"],
  "api key": [
    "/docs/api/accounts#createAccountsCurrentApiKey",
    "/docs/guides/requests#keys",
    "/docs/guides/teams#keys",
  ],
  "rotate api key": ["/docs/api/accounts#rotateApiKey"],
  webhooks: ["/docs/guides/webhooks"],
  "webhook signature": ["/docs/guides/webhooks"],
  "create cohort": ["/docs/api/cohorts#createCohort"],
  "churn prediction": ["/docs/guides/predictions"],
  "merge duplicates": [
    "/docs/guides/people",
    "/docs/api/people#mergePerson",
    "/docs/guides/datasets#merging",
  ],
  "invite a colleague": ["/docs/guides/teams#inviting", "/docs/api/members#createInvitation"],
  roles: ["/docs/guides/teams#what-each-role-may-do"],
  "2fa": [
    "/docs/guides/teams#a-second-factor",
    "/docs/api/sessions#",
    "/docs/guides/single-sign-on#second-factors",
  ],
  docker: ["/docs/guides/install#docker"],
  k8s: ["/docs/guides/install#kubernetes", "/docs/guides/scale#on-kubernetes"],
  backup: ["/docs/guides/install#backup", "/docs/guides/operations", "/docs/guides/cli#backup"],
  "upgrade to a new version": ["/docs/guides/upgrades", "/docs/guides/install#upgrade"],
  prometheus: ["/docs/guides/metrics", "/docs/api/service#getMetrics", "/docs/guides/operations"],
  klaviyo: ["/docs/guides/programs", "/docs/guides/connection-types#klaviyo"],
  "facebook ads audience": [
    "/docs/guides/programs#audiences",
    "/docs/guides/pipelines#lists-for-ad-platforms",
  ],
  snowflake: ["/docs/guides/connections#snowflake", "/docs/guides/connection-types#snowflake"],
  "send events in real time": ["/docs/guides/live", "/docs/api/streams#sendEvents"],
  "a/b test": ["/docs/guides/campaigns"],
  "hold-out group": ["/docs/guides/campaigns", "/docs/api/holdouts#createHoldout"],
  "is the model any good": [
    "/docs/guides/predictions#how-a-prediction-is-tested",
    "/docs/guides/glossary#evaluation",
    "/docs/guides/scoreboard",
  ],
  "lift chart": ["/docs/guides/glossary#evaluation", "/docs/api/outcomes", "/docs/guides/campaigns"],
  "parquet download": ["/docs/api/targets#downloadTargetParquet", "/docs/guides/deployments#csv-or-parquet"],
  airflow: ["/docs/guides/scheduling#airflow"],
  chatgpt: ["/docs/guides/assistants"],
};

test("there are forty queries, and each page that answers one exists", () => {
  expect(Object.keys(queries)).toHaveLength(40);
  for (const page of Object.values(queries).flat())
    expect(
      entries.some(({ url }) => url.startsWith(page)),
      page,
    ).toBe(true);
});

test("of forty queries at least 38 have the right page first, and all among the first ten", () => {
  const ranks = Object.entries(queries).map(([query, pages]) => {
    const found = search(entries, query).map(({ url }) => url);
    const rank = found.findIndex((url) => pages.some((page) => url.startsWith(page)));
    return { query, rank, found: found.slice(0, 3) };
  });
  const others = ranks.filter(({ rank }) => rank !== 0);
  expect(others.length, JSON.stringify(others, null, 2)).toBeLessThanOrEqual(2);
  expect(others.filter(({ rank }) => rank < 0)).toEqual([]);
});

test("each operation is found by its name, its ID and its path", () => {
  type Operations = Record<string, { operationId: string; summary: string }>;
  const missed = Object.entries<Operations>(document.paths).flatMap(([at, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, summary }]) =>
      [summary, operationId, `${method} ${at}`].filter(
        (query) => !search(entries, query).some(({ url }) => url.endsWith(`#${operationId}`)),
      ),
    ),
  );
  expect(missed).toEqual([]);
});
