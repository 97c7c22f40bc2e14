// Scopes. One is written as a preview, and enabled by a patch once its build is done.

import { type TSchema, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { outcomeCohortIds } from "../../domain/outcome/outcome.js";
import {
  payloadAtlasIds,
  payloadIds,
  populationIds,
  type ScopeConfig,
  type ScopeResult,
} from "../../domain/pipeline/scope.js";
import { upstreamOf } from "../../domain/resource/graph.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { type ResourceType, resourceTypes, singular } from "../../domain/resource/resource.js";
import { minPeoplePerArea } from "../../domain/target/target.js";
import type { ErrorCode } from "../../errors/catalogue.js";
import { refuse } from "../../errors/refusal.js";
import { listEdges } from "../../store/graph.js";
import { findResources, type Resource } from "../../store/resources.js";
import type { Kind, RenderInput } from "../kind.js";
import { madeInTurn } from "../list-turns.js";
import type { AppOptions } from "../options.js";
import { pageOf, pageQuery } from "../pages.js";
import { type ReferencedResources, readReferenced } from "../referenced.js";
import { renderCohort } from "../resources/cohort.js";
import { renderDataset } from "../resources/dataset.js";
import { renderOutcome } from "../resources/outcome.js";
import { renderPersonaSet } from "../resources/persona-set.js";
import { renderRecommender } from "../resources/recommender.js";
import {
  checkActive,
  checkMargin,
  parseScope,
  renderScope,
  requireAtlases,
  respellScope,
} from "../resources/scope.js";
import { renderScopeAnalysis, renderScopeEfficacy } from "../resources/scope-analysis.js";
import { renderScopeHoldout } from "../resources/scope-holdout.js";
import { renderTarget } from "../resources/target.js";
import { cohortRecord } from "../schemas/cohort.js";
import { idParams } from "../schemas/common.js";
import { datasetRecord } from "../schemas/dataset.js";
import { outcomeRecord } from "../schemas/outcome.js";
import { personaSetRecord } from "../schemas/persona-set.js";
import { recommenderRecord } from "../schemas/recommender.js";
import { scopePatch, scopePost, scopeRecord } from "../schemas/scope.js";
import { scopeAnalysis, scopeEfficacy, scopeGeography } from "../schemas/scope-analysis.js";
import { type HoldoutQuery, holdoutQuery, scopeHoldout } from "../schemas/scope-holdout.js";
import { targetRecord } from "../schemas/target.js";
import { linkRoutes } from "./links.js";
import { inspectionErrors } from "./people.js";
import { renderInput, requireResource, resourceRoutes } from "./resource.js";

export const scopeKind: Kind<"scopes"> = {
  type: "scopes",
  post: scopePost,
  patch: scopePatch,
  record: scopeRecord,
  refuses: [
    "scope-without-outcomes",
    "outcome-missing",
    "outcome-not-in-payload",
    "economics-worth-unclear",
    "margin-without-amounts",
    "active-deciding",
    "location-bounds-inverted",
    "location-property-unknown",
    "scope-not-ready",
  ],
  uniqueName: true,
  toRender: ({ config }) => ({ ids: payloadIds(config), all: ["datasets", "people"] }),
  toCheck: (config) => ({
    ids: [...populationIds(config), ...payloadIds(config), ...payloadAtlasIds(config)],
  }),
  respell: respellScope,
  parse: parseScope,
  upstreamIds: (config, referenced) => {
    const { population, payload } = config;
    checkMargin(config, referenced);
    checkActive(config, referenced);
    const cohorts = (ids: readonly string[] = [], field: string) =>
      ids.map((id) => referenced.require("cohorts", id, field));
    return [
      ...cohorts(population.cohort_ids, "population.cohort_ids"),
      ...cohorts(population.exclusion_cohort_ids, "population.exclusion_cohort_ids"),
      ...cohorts(
        population.exclusion_address_level_cohort_ids,
        "population.exclusion_address_level_cohort_ids",
      ),
      ...payload.outcome_ids.map((id) => referenced.require("outcomes", id, "payload.outcome_ids")),
      ...cohorts(payload.cohort_ids, "payload.cohort_ids"),
      ...(payload.persona_set_ids ?? []).map((id) =>
        referenced.require("persona_sets", id, "payload.persona_set_ids"),
      ),
      ...(payload.recommender_ids ?? []).map((id) =>
        referenced.require("recommenders", id, "payload.recommender_ids"),
      ),
      ...requireAtlases(config, referenced),
    ];
  },
  // Enabling a pipeline delivers all rows, so its preview must be ready first.
  checkChange(before, after) {
    const isEnabling = before.config.preview && !after.config.preview;
    if (isEnabling && before.status !== "ready") throw refuse("scope-not-ready", { status: before.status });
  },
  render: renderScope,
};

export const scopeRoutes = (app: FastifyInstance, options: AppOptions): void => {
  resourceRoutes(app, scopeKind, options);
  linkRoutes(app, scopeKind, options);
  geographyRoute(app, options);
  serveResult(app, options, {
    path: "analysis",
    summary: "Read the analysis of a pipeline's scores",
    description:
      "For each outcome: a histogram of the probabilities, the expected number of people who reach the goal, with its interval, and the drift from the training data.",
    answer: scopeAnalysis,
    render: renderScopeAnalysis,
  });
  serveResult(app, options, {
    path: "efficacy",
    summary: "Compare a pipeline's predictions with actual results",
    description:
      "For past scores whose horizon is over: expected and actual numbers, by decile of the ranking.",
    answer: scopeEfficacy,
    render: renderScopeEfficacy,
  });
  serveResult(app, options, {
    path: "holdout",
    tag: "holdouts",
    summary: "Read the hold-out of a pipeline, and what campaigns did",
    description:
      "The smallest effect that can be seen, also before anybody is held out and for other shares; and for each campaign whose horizon is over, the " +
      "conversions, the amount and the profit that it brought, with 95 % intervals.",
    querystring: holdoutQuery,
    refuses: ["outcome-not-in-payload", "list-without-outcome"],
    answer: scopeHoldout,
    render: renderScopeHoldout,
  });
};

/** Counted when it is asked for. */
const geographyRoute = (app: FastifyInstance, options: AppOptions): void => {
  app.get<{ Params: { id: string } }>(
    "/scopes/:id/analysis/geography",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read where a pipeline's people live",
        description: `People and addresses by postcode and by state, by the addresses of their own records. Areas with fewer than ${minPeoplePerArea} people are left out.`,
        tags: ["scopes"],
        params: idParams,
        refuses: inspectionErrors,
        response: { 200: scopeGeography },
      },
    },
    ({ account, params }) => options.inspect(account.id, "geography", { scopeId: params.id }),
  );
};

interface ResultRoute {
  path: string;
  /** Page of the reference; absent: that of pipelines. */
  tag?: string;
  summary: string;
  description: string;
  answer: TSchema;
  querystring?: TSchema;
  refuses?: readonly ErrorCode[];
  render(
    config: ScopeConfig,
    result: ScopeResult,
    referenced: ReferencedResources,
    query: HoldoutQuery,
  ): JsonObject;
}

const serveResult = (
  app: FastifyInstance,
  options: AppOptions,
  { path, tag = "scopes", summary, description, answer, querystring, refuses = [], render }: ResultRoute,
): void => {
  app.get<{ Params: { id: string }; Querystring: HoldoutQuery }>(
    `/scopes/:id/${path}`,
    {
      config: { permission: "look" },
      schema: {
        summary,
        description,
        tags: [tag],
        params: idParams,
        ...(querystring && { querystring }),
        refuses: ["result-not-ready", ...refuses],
        response: { 200: answer },
      },
    },
    async ({ account, params, query }) => {
      const db = options.db.kysely;
      const { config, result, status } = await requireResource(db, account.id, "scopes", params.id);
      if (!result) throw refuse("result-not-ready", { type: singular.scopes, status });
      const { outcome_ids: ids } = config.payload;
      const outcomes = await findResources(db, account.id, ids);
      const cohortIds = outcomes.flatMap((each) =>
        each.type === "outcomes" ? outcomeCohortIds(each.config) : [],
      );
      // The files name the currency of amounts.
      const areValued =
        outcomes.some((each) => each.type === "outcomes" && each.config.value !== undefined) ||
        Object.values(result.outcomes).some(({ recurring }) => recurring);
      const referenced = await readReferenced(db, account.id, {
        ids: [...ids, ...cohortIds],
        all: areValued ? ["people", "datasets"] : ["people"],
      });
      return render(config, result, referenced, query);
    },
  );
};

interface Sublist<T extends ResourceType> {
  path: string;
  summary: string;
  type: T;
  record: TSchema;
  /** Whether a resource belongs in the list of the scope. */
  isIn(resource: Resource, scope: Resource<"scopes">, feeding: ReadonlySet<string>): boolean;
  render(resource: Resource<T>, shown: RenderInput): JsonObject;
}

export const scopeListRoutes = async (app: FastifyInstance, options: AppOptions): Promise<void> => {
  const cohorts = { type: "cohorts", record: cohortRecord, render: renderCohort } as const;

  serve(app, options, {
    ...cohorts,
    path: "population/cohorts",
    summary: "List the cohorts that a pipeline scores",
    isIn: ({ id }, { config }) => config.population.cohort_ids.includes(id),
  });
  serve(app, options, {
    ...cohorts,
    path: "population/exclusion_cohorts",
    summary: "List the cohorts that a pipeline leaves out",
    isIn: ({ id }, { config }) => config.population.exclusion_cohort_ids?.includes(id) ?? false,
  });
  serve(app, options, {
    ...cohorts,
    path: "population/exclusion_address_level_cohorts",
    summary: "List the cohorts that a pipeline leaves out with their addresses",
    isIn: ({ id }, { config }) => config.population.exclusion_address_level_cohort_ids?.includes(id) ?? false,
  });
  serve(app, options, {
    ...cohorts,
    path: "payload/cohorts",
    summary: "List the cohorts in a pipeline's payload",
    isIn: ({ id }, { config }) => config.payload.cohort_ids?.includes(id) ?? false,
  });
  serve(app, options, {
    type: "outcomes",
    record: outcomeRecord,
    render: renderOutcome,
    path: "payload/outcomes",
    summary: "List the outcomes in a pipeline's payload",
    isIn: ({ id }, { config }) => config.payload.outcome_ids.includes(id),
  });
  serve(app, options, {
    type: "persona_sets",
    record: personaSetRecord,
    render: renderPersonaSet,
    path: "payload/persona_sets",
    summary: "List the persona sets in a pipeline's payload",
    isIn: ({ id }, { config }) => config.payload.persona_set_ids?.includes(id) ?? false,
  });
  serve(app, options, {
    type: "recommenders",
    record: recommenderRecord,
    render: renderRecommender,
    path: "payload/recommenders",
    summary: "List the recommenders in a pipeline's payload",
    isIn: ({ id }, { config }) => config.payload.recommender_ids?.includes(id) ?? false,
  });
  serve(app, options, {
    type: "targets",
    record: targetRecord,
    render: renderTarget,
    path: "targets",
    summary: "List the targets of a pipeline",
    isIn: (resource, { id }) => resource.type === "targets" && resource.config.scope_id === id,
  });
  serve(app, options, {
    type: "datasets",
    record: datasetRecord,
    render: renderDataset,
    path: "datasets",
    summary: "List the datasets that a pipeline depends on",
    isIn: ({ id }, _scope, feeding) => feeding.has(id),
  });
};

const serve = <T extends ResourceType>(
  app: FastifyInstance,
  options: AppOptions,
  { path, summary, type, record, isIn, render }: Sublist<T>,
): void => {
  const db = options.db.kysely;
  app.get<{ Params: { id: string } }>(
    `/scopes/:id/${path}`,
    {
      config: { permission: "look" },
      schema: {
        summary,
        description: "Full records, newest first.",
        tags: ["scopes"],
        params: idParams,
        querystring: pageQuery,
        response: { 200: Type.Array(record) },
      },
    },
    async (request, reply) => {
      const accountId = request.account.id;
      const scope = await requireResource(db, accountId, "scopes", request.params.id);
      return madeInTurn({ db: options.db, accountId, reply: reply as FastifyReply }, async () => {
        const claimsOf = type === "outcomes" ? scope.config.payload.outcome_ids : [];
        const referenced = await readReferenced(db, accountId, { all: resourceTypes, claimsOf });
        const resources = resourceTypes.flatMap((each): readonly Resource[] => referenced.all(each));
        const feeding = upstreamOf(await listEdges(db, accountId, resources), [scope.id]);
        const listed = referenced.all(type).filter((resource) => isIn(resource as Resource, scope, feeding));
        const page = pageOf(request as FastifyRequest, reply, listed, ({ id, createdAt: at }) => ({
          id,
          at,
        }));
        const shown = await renderInput(request as FastifyRequest, options, { referenced, resources: page });
        return page.map((resource) => render(resource, shown));
      });
    },
  );
};
