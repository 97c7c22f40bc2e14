// OpenAPI document, as the pages of the documentation read it.

import type { JsonObject } from "../domain/resource/json.js";

export interface OpenApi extends JsonObject {
  info: JsonObject & { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  /** Operations by path and method. */
  paths: Record<string, Record<string, JsonObject>>;
  /** Requests that endpoints get, by event and method. */
  webhooks: Record<string, Record<string, JsonObject>>;
  components: Record<"securitySchemes" | "responses" | "examples" | "schemas", Record<string, JsonObject>>;
}
