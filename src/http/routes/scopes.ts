// Scopes. One is written as a preview, and enabled by a patch once its build is done.

import type { TSchema } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { singular } from "../../domain/resource.js";
import { payloadIds, populationIds, type ScopeConfig, type ScopeResult } from "../../domain/scope.js";
import { refuse } from "../../errors/refusal.js";
import type { JsonObject } from "../json.js";
import type { Kind } from "../kind.js";
import { type ReferencedResources, readReferenced } from "../neighbours.js";
import type { AppOptions } from "../options.js";
import { parseScope, respellScope } from "../parse/scope.js";
import { renderScope } from "../render/scope.js";
import { renderScopeAnalysis, renderScopeEfficacy } from "../render/scope-analysis.js";
import { idParams } from "../schemas/common.js";
import { scopePatch, scopePost, scopeRecord } from "../schemas/scope.js";
import { scopeAnalysis, scopeEfficacy } from "../schemas/scope-analysis.js";
import { requireResource, resourceRoutes } from "./resource.js";

const kind: Kind<"scopes"> = {
  type: "scopes",
  post: scopePost,
  patch: scopePatch,
  record: scopeRecord,
  refuses: ["scope-without-outcomes", "scope-not-ready"],
  uniqueName: true,
  toRender: ({ config }) => ({ ids: payloadIds(config), all: ["datasets", "people"] }),
  toCheck: (config) => ({ ids: [...populationIds(config), ...payloadIds(config)] }),
  respell: respellScope,
  parse: parseScope,
  upstreamIds: ({ population, payload }, referenced) => {
    const cohorts = (ids: readonly string[] = [], field: string) =>
      ids.map((id) => referenced.require("cohorts", id, field));
    return [
      ...cohorts(population.cohort_ids, "population.cohort_ids"),
      ...cohorts(population.exclusion_cohort_ids, "population.exclusion_cohort_ids"),
      ...payload.outcome_ids.map((id) => referenced.require("outcomes", id, "payload.outcome_ids")),
      ...cohorts(payload.cohort_ids, "payload.cohort_ids"),
      ...(payload.persona_set_ids ?? []).map((id) =>
        referenced.require("persona_sets", id, "payload.persona_set_ids"),
      ),
      ...(payload.recommender_ids ?? []).map((id) =>
        referenced.require("recommenders", id, "payload.recommender_ids"),
      ),
    ];
  },
  // Enabling a pipeline delivers it in full, so its preview must have been there to look at.
  checkChange(before, after) {
    const isEnabling = before.config.preview && !after.config.preview;
    if (isEnabling && before.status !== "ready") throw refuse("scope-not-ready", { status: before.status });
  },
  render: renderScope,
};

export const scopeRoutes = (app: FastifyInstance, options: AppOptions): void => {
  resourceRoutes(app, kind, options);
  serveResult(app, options, {
    path: "analysis",
    summary: "How its scores lie, and how many people are expected to attain",
    description:
      "By outcome: a histogram of the probabilities, their sum with its bounds, and how far people are from those learned from.",
    answer: scopeAnalysis,
    render: renderScopeAnalysis,
  });
  serveResult(app, options, {
    path: "efficacy",
    summary: "What became of the people it scored, beside what was expected",
    description:
      "Of scores that were kept as they were given and whose horizon is over, by tenth of the ranking.",
    answer: scopeEfficacy,
    render: renderScopeEfficacy,
  });
};

interface ResultRoute {
  path: string;
  summary: string;
  description: string;
  answer: TSchema;
  render(config: ScopeConfig, result: ScopeResult, referenced: ReferencedResources): JsonObject;
}

const serveResult = (
  app: FastifyInstance,
  options: AppOptions,
  { path, summary, description, answer, render }: ResultRoute,
): void => {
  app.get<{ Params: { id: string } }>(
    `/scopes/:id/${path}`,
    {
      schema: {
        summary,
        description,
        tags: ["scopes"],
        params: idParams,
        refuses: ["result-not-ready"],
        response: { 200: answer },
      },
    },
    async ({ account, params }) => {
      const db = options.db.kysely;
      const { config, result, status } = await requireResource(db, account.id, "scopes", params.id);
      if (!result) throw refuse("result-not-ready", { type: singular.scopes, status });
      const wanted = { ids: config.payload.outcome_ids, all: ["people"] } as const;
      return render(config, result, await readReferenced(db, account.id, wanted));
    },
  );
};
