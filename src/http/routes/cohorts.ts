// Cohorts. The stream that a cohort names must exist, so that a typo is reported at once.

import type { FastifyInstance } from "fastify";
import { atlasIds, type CohortConfig } from "../../domain/cohort/cohort.js";
import { streamsOf } from "../../domain/cohort/cohort-count.js";
import { checkLocationProperties } from "../../domain/cohort/location-part.js";
import type { LocationCondition } from "../../domain/cohort/locations-condition.js";
import { locationProperties } from "../../domain/data/atlas.js";
import type { PropertyCondition } from "../../domain/resource/condition.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { singular } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { mergePatch } from "../json.js";
import type { Kind } from "../kind.js";
import type { AppOptions } from "../options.js";
import { type ReferencedResources, readReferenced } from "../referenced.js";
import {
  parseCohort,
  renderCohort,
  renderCohortMembership,
  renderCohortPreview,
  respellCohort,
} from "../resources/cohort.js";
import { checkProperties } from "../resources/stream-properties.js";
import {
  cohortMembership,
  cohortPatch,
  cohortPost,
  cohortPreview,
  cohortPreviewPost,
  cohortRecord,
} from "../schemas/cohort.js";
import { idParams } from "../schemas/common.js";
import { inspectionErrors } from "./people.js";
import { requireResource, resourceRoutes } from "./resource.js";

/** IDs of the places and atlases in the conditions. */
const measuredIds = (config: CohortConfig): string[] => [
  ...(config.place_conditions ?? []).map(({ place_id }) => place_id),
  ...atlasIds(config),
];

export const cohortKind: Kind<"cohorts"> = {
  type: "cohorts",
  post: cohortPost,
  patch: cohortPatch,
  record: cohortRecord,
  refuses: [
    "cohort-empty",
    "cohort-without-events",
    "cohort-bounds-inverted",
    "stream-unknown",
    "property-unknown",
    "location-property-unknown",
    "condition-invalid",
  ],
  uniqueName: false,
  toRender: ({ config }) => ({
    ids: measuredIds(config),
    streams: streamsOf(config),
    all: config.traits?.length ? ["people", "traits"] : ["people"],
  }),
  toCheck: (config) => ({
    ids: measuredIds(config),
    all: config.stream_conditions?.length ? ["streams", "datasets"] : ["streams"],
  }),
  respell: respellCohort,
  parse: parseCohort,
  upstreamIds: (
    {
      stream_name,
      not_followed_by = [],
      stream_conditions = [],
      place_conditions = [],
      location_conditions = [],
    },
    referenced,
  ) => [
    ...(stream_name === undefined ? [] : [streamOf(stream_name, stream_conditions, referenced)]),
    ...not_followed_by.map((name, i) => referenced.requireStream(name, `not_followed_by.${i}`)),
    ...place_conditions.map(({ place_id }, i) =>
      referenced.require("places", place_id, `place_conditions[${i}].place_id`),
    ),
    ...location_conditions.flatMap(({ locations }, i) =>
      requireAtlases(locations, `location_conditions[${i}].locations`, referenced),
    ),
  ],
  render: renderCohort,
};

/** Their IDs; refuses `resource-unknown` and `location-property-unknown`. */
const requireAtlases = (
  locations: LocationCondition["locations"],
  path: string,
  referenced: ReferencedResources,
): string[] => {
  const ids = locations.atlas_ids.map((id, i) =>
    referenced.require("atlases", id, `${path}.atlas_ids[${i}]`),
  );
  const atlases = ids.flatMap((id) => referenced.find("atlases", id)?.config ?? []);
  checkLocationProperties(locations, atlases.flatMap(locationProperties), path);
  return ids;
};

/** The ID of the stream; refuses `stream-unknown` and `property-unknown`. */
const streamOf = (
  name: string,
  conditions: readonly PropertyCondition[],
  referenced: ReferencedResources,
): string => {
  const id = referenced.requireStream(name);
  if (conditions.length === 0) return id;
  const named = conditions.map(({ property }, i) => ({ property, path: `stream_conditions.${i}.property` }));
  checkProperties(name, named, referenced);
  return id;
};

/** Errors of definitions whose names are looked up in the results of builds. */
export const definitionErrors = [
  "cohort-empty",
  "cohort-without-events",
  "cohort-bounds-inverted",
  "reference-unknown",
  "resource-archived",
  "stream-unknown",
  "property-unknown",
  "trait-unknown",
  "value-missing",
  "recency-undated",
  "place-not-located",
  "condition-invalid",
] as const;

export const cohortRoutes = (app: FastifyInstance, options: AppOptions): void => {
  resourceRoutes(app, cohortKind, options);

  app.post<{ Body: JsonObject }>(
    "/cohorts/preview",
    {
      config: { keyScopes: ["read"] },
      schema: {
        operationId: "previewCohort",
        summary: "Preview a cohort",
        description:
          "Counts the members that the cohort would have, from existing results and in the same way as a build. Nothing is stored.",
        tags: ["cohorts"],
        refuses: [...definitionErrors, ...inspectionErrors],
        body: cohortPreviewPost,
        response: { 200: cohortPreview },
      },
    },
    async ({ account, body }) => {
      const { config } = parseCohort(mergePatch({ name: "Preview" }, respellCohort(body)));
      const wanted = cohortKind.toCheck?.(config) ?? {};
      cohortKind.upstreamIds(config, await readReferenced(options.db.kysely, account.id, wanted));
      return renderCohortPreview(await options.inspect(account.id, "cohort_preview", config));
    },
  );

  app.get<{ Params: { id: string } }>(
    "/cohorts/:id/analysis/membership",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read a cohort's membership over time",
        description:
          "Members by day, week and month, for at most 90 days, 104 weeks and 60 months. Computed with today's definition and events.",
        tags: ["cohorts"],
        params: idParams,
        refuses: ["result-not-ready"],
        response: { 200: cohortMembership },
      },
    },
    async ({ account, params }) => {
      const { result, status } = await requireResource(options.db.kysely, account.id, "cohorts", params.id);
      if (!result) throw refuse("result-not-ready", { type: singular.cohorts, status });
      return renderCohortMembership(result.membership);
    },
  );
};
