// A recommender names its stream in any case.

import { machineName } from "../../domain/stream.js";
import type { JsonObject } from "../json.js";
import type { Draft } from "../kind.js";
import { recommenderPost } from "../schemas/recommender.js";
import { conform } from "../validation.js";

export const respellRecommender = (body: JsonObject): JsonObject => {
  const typed = body.stream_name;
  return typeof typed === "string" ? { ...body, stream_name: machineName(typed) } : body;
};

export const parseRecommender = (body: JsonObject): Draft<"recommenders"> => {
  const { name, ...config } = conform(recommenderPost, body);
  return { name, config };
};
