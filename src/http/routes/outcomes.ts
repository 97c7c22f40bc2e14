// Outcomes, and the analysis of how well each can be predicted.

import type { FastifyInstance } from "fastify";
import { singular } from "../../domain/resource.js";
import { refuse } from "../../errors/refusal.js";
import type { Kind } from "../kind.js";
import type { AppOptions } from "../options.js";
import { parseOutcome, respellOutcome } from "../parse/outcome.js";
import { renderAnalysis } from "../render/analysis.js";
import { renderOutcome } from "../render/outcome.js";
import { idParams } from "../schemas/common.js";
import { outcomeAnalysis, outcomePatch, outcomeRecord, outcomeWritten } from "../schemas/outcome.js";
import { requireResource, resourceRoutes } from "./resource.js";

const cohortFields = ["attainment_cohort_id", "eligible_cohort_id", "attrition_cohort_id"] as const;

const kind: Kind<"outcomes"> = {
  type: "outcomes",
  written: outcomeWritten,
  patch: outcomePatch,
  record: outcomeRecord,
  uniqueName: true,
  neighbours: ["cohorts", "people"],
  respell: respellOutcome,
  parse: parseOutcome,
  upstreamIds: (config, neighbours) =>
    cohortFields.flatMap((field) => {
      const id = config[field];
      return id === undefined ? [] : [neighbours.require("cohorts", id, field)];
    }),
  render: renderOutcome,
};

export const outcomeRoutes = (app: FastifyInstance, options: AppOptions): void => {
  resourceRoutes(app, kind, options);

  app.get<{ Params: { id: string } }>(
    "/outcomes/:id/analysis",
    {
      schema: {
        summary: "How it was learned, and how true its probabilities are",
        tags: ["outcomes"],
        params: idParams,
        response: { 200: outcomeAnalysis },
      },
    },
    async ({ account, params }) => {
      const { result, status } = await requireResource(options.db.kysely, account.id, "outcomes", params.id);
      if (!result) throw refuse("result-not-ready", { type: singular.outcomes, status });
      return renderAnalysis(result);
    },
  );
};
