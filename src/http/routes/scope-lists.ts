// What a pipeline is made of and delivered to, as lists of the records themselves.

import { type TSchema, Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { upstreamOf } from "../../domain/graph.js";
import { type ResourceType, resourceTypes } from "../../domain/resource.js";
import { listEdges } from "../../store/graph.js";
import type { Resource } from "../../store/resources.js";
import { secretNamed } from "../../store/secrets.js";
import { apiUrl } from "../api-url.js";
import type { JsonObject } from "../json.js";
import type { RenderInput } from "../kind.js";
import { readReferenced } from "../neighbours.js";
import type { AppOptions } from "../options.js";
import { renderCohort } from "../render/cohort.js";
import { renderDataset } from "../render/dataset.js";
import { renderOutcome } from "../render/outcome.js";
import { renderPersonaSet } from "../render/persona-set.js";
import { renderRecommender } from "../render/recommender.js";
import { renderTarget } from "../render/target.js";
import { cohortRecord } from "../schemas/cohort.js";
import { idParams } from "../schemas/common.js";
import { datasetRecord } from "../schemas/dataset.js";
import { outcomeRecord } from "../schemas/outcome.js";
import { personaSetRecord } from "../schemas/persona-set.js";
import { recommenderRecord } from "../schemas/recommender.js";
import { targetRecord } from "../schemas/target.js";
import { requireResource } from "./resource.js";

interface Sublist<T extends ResourceType> {
  path: string;
  summary: string;
  type: T;
  record: TSchema;
  /** Which of the account's resources belong to the scope. */
  isIn(resource: Resource, scope: Resource<"scopes">, feeding: ReadonlySet<string>): boolean;
  render(resource: Resource<T>, shown: RenderInput): JsonObject;
}

export const scopeListRoutes = async (app: FastifyInstance, options: AppOptions): Promise<void> => {
  const { db } = options;
  const linkSecret = await secretNamed(db.kysely, "download-links");
  const cohorts = { type: "cohorts", record: cohortRecord, render: renderCohort } as const;

  serve(app, options, {
    ...cohorts,
    path: "population/cohorts",
    summary: "Whom a pipeline scores",
    isIn: ({ id }, { config }) => config.population.cohort_ids.includes(id),
  });
  serve(app, options, {
    ...cohorts,
    path: "population/exclusion_cohorts",
    summary: "Whom a pipeline leaves out",
    isIn: ({ id }, { config }) => config.population.exclusion_cohort_ids?.includes(id) ?? false,
  });
  serve(app, options, {
    ...cohorts,
    path: "payload/cohorts",
    summary: "The cohorts whose members a pipeline tells of",
    isIn: ({ id }, { config }) => config.payload.cohort_ids?.includes(id) ?? false,
  });
  serve(app, options, {
    type: "outcomes",
    record: outcomeRecord,
    render: renderOutcome(linkSecret),
    path: "payload/outcomes",
    summary: "What a pipeline scores people for",
    isIn: ({ id }, { config }) => config.payload.outcome_ids.includes(id),
  });
  serve(app, options, {
    type: "persona_sets",
    record: personaSetRecord,
    render: renderPersonaSet,
    path: "payload/persona_sets",
    summary: "The persona sets whose personas a pipeline tells of",
    isIn: ({ id }, { config }) => config.payload.persona_set_ids?.includes(id) ?? false,
  });
  serve(app, options, {
    type: "recommenders",
    record: recommenderRecord,
    render: renderRecommender,
    path: "payload/recommenders",
    summary: "The recommenders whose recommendations a pipeline tells of",
    isIn: ({ id }, { config }) => config.payload.recommender_ids?.includes(id) ?? false,
  });
  serve(app, options, {
    type: "targets",
    record: targetRecord,
    render: renderTarget(linkSecret),
    path: "targets",
    summary: "Where a pipeline is delivered to",
    isIn: (resource, { id }) => resource.type === "targets" && resource.config.scope_id === id,
  });
  serve(app, options, {
    type: "datasets",
    record: datasetRecord,
    render: renderDataset,
    path: "datasets",
    summary: "The datasets that a pipeline's cohorts and outcomes are defined on",
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
      schema: {
        summary,
        description: "The records themselves, newest first.",
        tags: ["scopes"],
        params: idParams,
        response: { 200: Type.Array(record) },
      },
    },
    async (request) => {
      const accountId = request.account.id;
      const scope = await requireResource(db, accountId, "scopes", request.params.id);
      const referenced = await readReferenced(db, accountId, { all: resourceTypes });
      const resources = resourceTypes.flatMap((each): readonly Resource[] => referenced.all(each));
      const feeding = upstreamOf(await listEdges(db, accountId, resources), [scope.id]);
      const shown = { referenced, apiUrl: apiUrl(request, options) };
      return referenced
        .all(type)
        .filter((resource) => isIn(resource as Resource, scope, feeding))
        .map((resource) => render(resource, shown));
    },
  );
};
