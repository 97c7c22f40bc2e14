// A kind is what sets one type of resource apart from the others at the edge: how it is written, what it must hold to and
// refer to, and how it is read. Everything else about resources is the same and is in `routes/resource.ts`.

import type { TSchema } from "@sinclair/typebox";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { ConfigOf } from "../domain/kinds.js";
import type { EpochMs, ResourceType } from "../domain/resource.js";
import type { ErrorCode } from "../errors/catalogue.js";
import type { Resource } from "../store/resources.js";
import type { JsonObject } from "./json.js";
import type { ReferencedResources, ResourceQuery } from "./referenced.js";

/** A resource as its owner wants it, in the one spelling that is kept. */
export interface Draft<T extends ResourceType> {
  name: string;
  config: ConfigOf<T>;
}

export interface RenderInput {
  referenced: ReferencedResources;
  /** Scheme, host and version prefix, as the caller reaches the API. */
  apiUrl: string;
}

export interface Kind<T extends ResourceType> {
  type: T;
  /** What POST accepts, in any spelling, and PATCH, any part of it. */
  post: TSchema;
  patch: TSchema;
  record: TSchema;
  /** What writing one can be refused for besides what any resource can; the OpenAPI document tells it. */
  refuses?: readonly ErrorCode[];
  /** Names are unique within the account. */
  uniqueName: boolean;
  /** False: it is found with something else that is built, and is neither archived nor forced by itself. */
  isBuilt?: boolean;
  /** What else of the account showing one looks at; absent: nothing. */
  toRender?(resource: Resource<T>): ResourceQuery;
  /** What else of the account checking one looks at; absent: nothing. */
  toCheck?(config: ConfigOf<T>): ResourceQuery;
  /** To the one spelling that is kept; of a whole record or of a part. */
  respell(body: JsonObject): JsonObject;
  /** Fills in defaults and refuses what does not make sense by itself. */
  parse(body: JsonObject): Draft<T>;
  /** The ids that the configuration refers to; refuses what is not there. */
  upstreamIds(config: ConfigOf<T>, referenced: ReferencedResources): string[];
  /** Refuses a change for the state the resource is in, or for what others need of it. */
  checkChange?(before: Resource<T>, after: Draft<T>, trx: Kysely<Database>): void | Promise<void>;
  /** What must be there before the resource is, in the same transaction; returns the configuration that is to be kept. */
  beforeSave?(
    trx: Kysely<Database>,
    accountId: string,
    config: ConfigOf<T>,
    now: EpochMs,
  ): Promise<ConfigOf<T>>;
  /** Refuses `resource-in-use` for users that do not refer to the resource by its id. */
  checkRemoval?(trx: Kysely<Database>, resource: Resource<T>): Promise<void>;
  render(resource: Resource<T>, shown: RenderInput): JsonObject;
}
