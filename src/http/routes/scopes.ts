// Scopes. One is written as a preview, and enabled by a patch once its build is done.

import type { FastifyInstance } from "fastify";
import { refuse } from "../../errors/refusal.js";
import type { Kind } from "../kind.js";
import type { AppOptions } from "../options.js";
import { parseScope, respellScope } from "../parse/scope.js";
import { renderScope } from "../render/scope.js";
import { scopePatch, scopeRecord, scopeWritten } from "../schemas/scope.js";
import { resourceRoutes } from "./resource.js";

const kind: Kind<"scopes"> = {
  type: "scopes",
  written: scopeWritten,
  patch: scopePatch,
  record: scopeRecord,
  uniqueName: true,
  neighbours: ["cohorts", "outcomes", "datasets", "people"],
  respell: respellScope,
  parse: parseScope,
  upstreamIds: ({ population, payload }, neighbours) => {
    const cohorts = (ids: readonly string[] = [], field: string) =>
      ids.map((id) => neighbours.require("cohorts", id, field));
    return [
      ...cohorts(population.cohort_ids, "population.cohort_ids"),
      ...cohorts(population.exclusion_cohort_ids, "population.exclusion_cohort_ids"),
      ...payload.outcome_ids.map((id) => neighbours.require("outcomes", id, "payload.outcome_ids")),
      ...cohorts(payload.cohort_ids, "payload.cohort_ids"),
    ];
  },
  // Enabling a pipeline delivers it in full, so its preview must have been there to look at.
  checkChange(before, after) {
    const isEnabling = before.config.preview && !after.config.preview;
    if (isEnabling && before.status !== "ready") throw refuse("scope-not-ready", { status: before.status });
  },
  render: renderScope,
};

export const scopeRoutes = (app: FastifyInstance, options: AppOptions): void =>
  resourceRoutes(app, kind, options);
