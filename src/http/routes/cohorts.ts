// Cohorts. The stream that one names must be there, so that a slip of the hand is told at once.

import type { FastifyInstance } from "fastify";
import { refuse } from "../../errors/refusal.js";
import type { Kind } from "../kind.js";
import type { Neighbours } from "../neighbours.js";
import type { AppOptions } from "../options.js";
import { parseCohort, respellCohort } from "../parse/cohort.js";
import { renderCohort } from "../render/cohort.js";
import { cohortPatch, cohortRecord, cohortWritten } from "../schemas/cohort.js";
import { resourceRoutes } from "./resource.js";

const kind: Kind<"cohorts"> = {
  type: "cohorts",
  written: cohortWritten,
  patch: cohortPatch,
  record: cohortRecord,
  uniqueName: false,
  neighbours: ["streams", "people"],
  respell: respellCohort,
  parse: parseCohort,
  upstreamIds: ({ stream_name }, neighbours) =>
    stream_name === undefined ? [] : [streamId(stream_name, neighbours)],
  render: renderCohort,
};

export const cohortRoutes = (app: FastifyInstance, options: AppOptions): void =>
  resourceRoutes(app, kind, options);

const streamId = (name: string, neighbours: Neighbours): string => {
  const streams = neighbours.all("streams");
  const stream = streams.find((candidate) => candidate.name === name);
  if (stream) return stream.id;
  const names = streams.map((known) => known.name).sort();
  throw refuse("stream-unknown", { name, streams: names.join(", ") || "none yet" });
};
