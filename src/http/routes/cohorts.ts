// Cohorts. The stream that one names must be there, so that a slip of the hand is told at once.

import type { FastifyInstance } from "fastify";
import { singular } from "../../domain/resource.js";
import { refuse } from "../../errors/refusal.js";
import type { Kind } from "../kind.js";
import type { AppOptions } from "../options.js";
import { parseCohort, respellCohort } from "../parse/cohort.js";
import { renderCohort, renderMembership } from "../render/cohort.js";
import { cohortMembership, cohortPatch, cohortRecord, cohortWritten } from "../schemas/cohort.js";
import { idParams } from "../schemas/common.js";
import { requireResource, resourceRoutes } from "./resource.js";

const kind: Kind<"cohorts"> = {
  type: "cohorts",
  written: cohortWritten,
  patch: cohortPatch,
  record: cohortRecord,
  refuses: ["cohort-empty", "cohort-bounds-inverted", "stream-unknown"],
  uniqueName: false,
  toShow: () => ({ all: ["people"] }),
  toCheck: ({ place_conditions = [] }) => ({
    ids: place_conditions.map(({ place_id }) => place_id),
    all: ["streams"],
  }),
  respell: respellCohort,
  parse: parseCohort,
  upstreamIds: ({ stream_name, place_conditions = [] }, neighbours) => [
    ...(stream_name === undefined ? [] : [neighbours.requireStream(stream_name)]),
    ...place_conditions.map(({ place_id }, i) =>
      neighbours.require("places", place_id, `place_conditions[${i}].place_id`),
    ),
  ],
  render: renderCohort,
};

export const cohortRoutes = (app: FastifyInstance, options: AppOptions): void => {
  resourceRoutes(app, kind, options);

  app.get<{ Params: { id: string } }>(
    "/cohorts/:id/analysis/membership",
    {
      schema: {
        summary: "How many belonged to it: the last 90 days, 104 weeks and 60 months at most",
        description: "By day, week and month, as of now: members by the definition and the events of today.",
        tags: ["cohorts"],
        params: idParams,
        refuses: ["result-not-ready"],
        response: { 200: cohortMembership },
      },
    },
    async ({ account, params }) => {
      const { result, status } = await requireResource(options.db.kysely, account.id, "cohorts", params.id);
      if (!result?.membership) throw refuse("result-not-ready", { type: singular.cohorts, status });
      return renderMembership(result.membership);
    },
  );
};
