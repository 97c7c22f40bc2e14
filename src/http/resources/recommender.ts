// Recommenders on the way in and out.

import { machineName } from "../../domain/data/stream.js";
import type { RecommenderResult } from "../../domain/personas/recommender.js";
import type { JsonObject } from "../../domain/resource/json.js";
import type { Resource } from "../../store/resources.js";
import type { Draft, RenderInput } from "../kind.js";
import type { ReferencedResources } from "../referenced.js";
import { recommenderPost } from "../schemas/recommender.js";
import { conform } from "../validation.js";
import { dataThrough, isoSeconds, recordOf } from "./record.js";
import { renderVerdict } from "./verdict.js";

export const renderRecommender = (
  recommender: Resource<"recommenders">,
  { referenced }: RenderInput,
): JsonObject => recordOf(recommender, { ...recommender.config, data_through: dataThrough(referenced) });

export const renderRecommenderAnalysis = (
  { verdict, used, candidates, blend, test, popular, ...found }: RecommenderResult,
  referenced: ReferencedResources,
): JsonObject => {
  const peopleCount = referenced.all("people")[0]?.result?.people_count ?? 0;
  return {
    verdict: renderVerdict(verdict),
    used,
    candidates,
    blend,
    popular,
    test: { ...test, cutoff: isoSeconds(test.cutoff) },
    coverage: {
      people: found.people_count,
      people_share: peopleCount === 0 ? 0 : found.people_count / peopleCount,
      items: found.item_count,
      items_recommended: found.recommended_item_count,
    },
  };
};

/** Requests may write the stream's name in any case. */
export const respellRecommender = (body: JsonObject): JsonObject => {
  const typed = body.stream_name;
  return typeof typed === "string" ? { ...body, stream_name: machineName(typed) } : body;
};

export const parseRecommender = (body: JsonObject): Draft<"recommenders"> => {
  const { name, ...config } = conform(recommenderPost, body);
  return { name, config };
};
