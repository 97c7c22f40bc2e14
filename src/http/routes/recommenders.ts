// Recommenders and their analyses.

import type { FastifyInstance } from "fastify";
import { singular } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import type { Kind } from "../kind.js";
import type { AppOptions } from "../options.js";
import { readReferenced } from "../referenced.js";
import {
  parseRecommender,
  renderRecommender,
  renderRecommenderAnalysis,
  respellRecommender,
} from "../resources/recommender.js";
import { checkProperties } from "../resources/stream-properties.js";
import { idParams } from "../schemas/common.js";
import {
  recommenderAnalysis,
  recommenderPatch,
  recommenderPost,
  recommenderRecord,
} from "../schemas/recommender.js";
import { requireResource, resourceRoutes } from "./resource.js";

const kind: Kind<"recommenders"> = {
  type: "recommenders",
  post: recommenderPost,
  patch: recommenderPatch,
  record: recommenderRecord,
  refuses: ["stream-unknown", "property-unknown"],
  uniqueName: true,
  toRender: () => ({ all: ["people"] }),
  toCheck: () => ({ all: ["streams", "datasets"] }),
  respell: respellRecommender,
  parse: parseRecommender,
  upstreamIds: ({ stream_name, stream_property_name: property }, referenced) => {
    const id = referenced.requireStream(stream_name);
    checkProperties(stream_name, [{ property, path: "stream_property_name" }], referenced);
    return [id];
  },
  render: renderRecommender,
};

export const recommenderRoutes = (app: FastifyInstance, options: AppOptions): void => {
  resourceRoutes(app, kind, options);

  app.get<{ Params: { id: string } }>(
    "/recommenders/:id/analysis",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read a recommender's analysis",
        description:
          "Accuracy and coverage, measured on people's next visit in the newest part of the history, which was held out. Metrics with " +
          "intervals for every candidate, and a verdict whether the one in use beats popularity.",
        tags: ["recommenders"],
        params: idParams,
        refuses: ["result-not-ready"],
        response: { 200: recommenderAnalysis },
      },
    },
    async ({ account, params }) => {
      const db = options.db.kysely;
      const { result, status } = await requireResource(db, account.id, "recommenders", params.id);
      if (!result) throw refuse("result-not-ready", { type: singular.recommenders, status });
      return renderRecommenderAnalysis(result, await readReferenced(db, account.id, { all: ["people"] }));
    },
  );
};
