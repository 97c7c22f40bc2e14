// Outcomes and their analyses, as data and as a report page.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import type { ReportedPipeline, ReportFacts } from "../../delivery/report/facts.js";
import { reportPage } from "../../delivery/report/page.js";
import { type OutcomeResult, outcomeCohortFields, outcomeCohortIds } from "../../domain/outcome/outcome.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { type EpochMs, singular } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import type { Resource } from "../../store/resources.js";
import { mergePatch } from "../json.js";
import type { Kind } from "../kind.js";
import { type LinkRequest, requireByLink } from "../links.js";
import type { AppOptions } from "../options.js";
import { type ReferencedResources, readReferenced } from "../referenced.js";
import {
  parseOutcome,
  renderOutcome,
  renderOutcomePreview,
  respellOutcome,
  valueCurrency,
} from "../resources/outcome.js";
import { renderOutcomeAnalysis } from "../resources/outcome-analysis.js";
import { nameOf } from "../resources/record.js";
import { idParams } from "../schemas/common.js";
import {
  outcomeAnalysis,
  outcomePatch,
  outcomePost,
  outcomePreview,
  outcomePreviewPost,
  outcomeRecord,
  reportQuery,
} from "../schemas/outcome.js";
import { definitionErrors } from "./cohorts.js";
import { linkErrors, linkRoutes } from "./links.js";
import { inspectionErrors } from "./people.js";
import { requireResource, resourceRoutes } from "./resource.js";

export const outcomeKind: Kind<"outcomes"> = {
  type: "outcomes",
  post: outcomePost,
  patch: outcomePatch,
  record: outcomeRecord,
  refuses: [
    "outcome-cohorts-same",
    "attrition-cohort-same",
    "undecided-without-attrition",
    "active-cohort-same",
    "active-alone",
    "bias-strategies-differ",
    "value-with-mitigation",
    "value-of-sums",
    "value-property-summed",
    "horizon-given-twice",
    "horizons-with-calendar",
    "horizons-with-mitigation",
    "horizons-with-undecided",
    "horizons-when-static",
    "observation-date-when-static",
  ],
  uniqueName: true,
  toRender: ({ id, config }) => ({
    claimsOf: [id],
    ids: outcomeCohortIds(config),
    all: config.value ? ["people", "datasets"] : ["people"],
  }),
  toCheck: (config) => ({ ids: outcomeCohortIds(config) }),
  respell: respellOutcome,
  parse: parseOutcome,
  upstreamIds: (config, referenced) =>
    outcomeCohortFields.flatMap((field) => {
      const id = config[field];
      return id === undefined ? [] : [referenced.require("cohorts", id, field)];
    }),
  render: renderOutcome,
};

export const outcomeRoutes = async (app: FastifyInstance, options: AppOptions): Promise<void> => {
  resourceRoutes(app, outcomeKind, options);
  linkRoutes(app, outcomeKind, options);

  app.post<{ Body: JsonObject }>(
    "/outcomes/preview",
    {
      config: { keyScopes: ["read"] },
      schema: {
        operationId: "previewOutcome",
        summary: "Preview an outcome",
        description:
          "Describes the prediction in a sentence, with the number of people and any warnings, from existing results. Nothing is stored.",
        tags: ["outcomes"],
        refuses: [
          "spelling-conflict",
          ...(outcomeKind.refuses ?? []),
          ...definitionErrors,
          ...inspectionErrors,
        ],
        body: outcomePreviewPost,
        response: { 200: outcomePreview },
      },
    },
    async ({ account, body }) => {
      const { config } = outcomeKind.parse(mergePatch({ name: "Preview" }, outcomeKind.respell(body)));
      const wanted = { ids: outcomeCohortIds(config) };
      outcomeKind.upstreamIds(config, await readReferenced(options.db.kysely, account.id, wanted));
      return renderOutcomePreview(await options.inspect(account.id, "outcome_preview", config));
    },
  );

  app.get<{ Params: { id: string } }>(
    "/outcomes/:id/analysis",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read an outcome's analysis",
        description:
          "How the model was trained and how accurate it is: metrics with intervals, on people and a date that it has not seen, compared with simple rules.",
        tags: ["outcomes"],
        params: idParams,
        refuses: ["result-not-ready"],
        response: { 200: outcomeAnalysis },
      },
    },
    async ({ account, params }) => {
      const db = options.db.kysely;
      const outcome = await requireResource(db, account.id, "outcomes", params.id);
      const { result, status, config } = outcome;
      if (!result) throw refuse("result-not-ready", { type: singular.outcomes, status });
      const { id } = outcome;
      const wanted = { ids: outcomeCohortIds(config), claimsOf: [id] };
      const referenced = await readReferenced(db, account.id, wanted);
      return renderOutcomeAnalysis(result, cohortNames(outcome, referenced), referenced.brokenClaimsOf(id));
    },
  );

  app.get<LinkRequest>(
    "/outcomes/:id/report.html",
    {
      config: { isPublic: true, permission: "look" },
      schema: {
        summary: "Read an outcome's report",
        description:
          "The analysis as a self-contained page to read and print, by key or by signed link. The outcome's report_url is the signed link.",
        tags: ["outcomes"],
        params: idParams,
        refuses: ["result-not-ready", ...linkErrors],
        querystring: reportQuery,
        response: {
          200: { content: { "text/html": { schema: Type.String(), example: "<!doctype html>…" } } },
        },
      },
    },
    async (request, reply) => {
      const outcome = await requireByLink(request, options, "outcomes");
      const { accountId, result, status } = outcome;
      if (!result) throw refuse("result-not-ready", { type: singular.outcomes, status });
      const referenced = await readReferenced(options.db.kysely, accountId, {
        ids: outcomeCohortIds(outcome.config),
        all: ["scopes", "people", "datasets"],
        claimsOf: [outcome.id],
      });
      return reply
        .headers(pageHeaders)
        .send(reportPage(factsOf(outcome, result, referenced, options.clock())));
    },
  );
};

/** The page is self-contained, and pages that it links to do not learn its signature. */
const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "private, no-cache",
};

const factsOf = (
  outcome: Resource<"outcomes">,
  result: OutcomeResult,
  referenced: ReferencedResources,
  now: EpochMs,
): ReportFacts => ({
  name: outcome.name,
  dataThrough: endOfData(referenced),
  currency: valueCurrency(outcome, referenced),
  now,
  ...cohortNames(outcome, referenced),
  undecided: outcome.config.undecided ?? "not_attained",
  builtAt: outcome.lastUpdatedOutputAt,
  result,
  broken: referenced.brokenClaimsOf(outcome.id),
  changes: changesIn(referenced.all("scopes"), outcome.id),
  pipelines: referenced
    .all("scopes")
    .flatMap((scope) => reportedPipeline(scope, outcome.id))
    .sort((a, b) => b.scores.scored - a.scores.scored)
    .slice(0, maxPipelines),
});

const endOfData = (referenced: ReferencedResources): EpochMs | null => {
  const end = referenced.all("people")[0]?.result?.data_through ?? null;
  return end === null ? null : 1000 * end;
};

/** Changes in pipelines in use, in the order of their names. */
const changesIn = (scopes: readonly Resource<"scopes">[], outcomeId: string): ReportFacts["changes"] =>
  scopes
    .filter(({ archivedAt }) => archivedAt === null)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name: pipeline, result }) => {
      const totals = result?.changes?.outcomes[outcomeId];
      return result?.changes && totals ? [{ pipeline, since: result.changes.since, totals }] : [];
    });

/** A report is read by people. */
const maxPipelines = 10;

/** None where the pipeline has not scored anybody by the outcome. */
const reportedPipeline = (
  { name, archivedAt, config, result }: Resource<"scopes">,
  outcomeId: string,
): ReportedPipeline[] => {
  const scores = result?.outcomes[outcomeId];
  if (!scores || archivedAt !== null || !config.payload.outcome_ids.includes(outcomeId)) return [];
  const { contacts, holdout, performance } = result;
  return [
    {
      name,
      scores,
      economics: config.economics,
      contacts: contacts?.outcome_id === outcomeId ? contacts : undefined,
      holdout: holdout?.outcome_id === outcomeId ? holdout : undefined,
      observed: performance[outcomeId]?.observed.at(-1),
    },
  ];
};

const cohortNames = ({ name, config }: Resource<"outcomes">, referenced: ReferencedResources) => {
  const nameOr = (id: string | undefined) => nameOf(referenced, "cohorts", id) ?? null;
  return {
    attainment: nameOr(config.attainment_cohort_id) ?? name,
    eligible: nameOr(config.eligible_cohort_id),
    attrition: nameOr(config.attrition_cohort_id),
    active: nameOf(referenced, "cohorts", config.active_cohort_id),
  };
};
