// Kinds: what differs between types of resources at the HTTP edge, such as schemas, checks, references and
// rendering. What they share is in `routes/resource.ts`.

import type { TSchema } from "@sinclair/typebox";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { Permission } from "../domain/account/role.js";
import type { ConfigOf } from "../domain/kinds/kinds.js";
import type { JsonObject } from "../domain/resource/json.js";
import type { EpochMs, ResourceType } from "../domain/resource/resource.js";
import type { ErrorCode } from "../errors/catalogue.js";
import type { Resource } from "../store/resources.js";
import type { LinkMaker } from "./links.js";
import type { NewerFiles } from "./newer-files.js";
import type { ReferencedResources, ResourceQuery } from "./referenced.js";

/** A resource as requested, in its canonical spelling. */
export interface Draft<T extends ResourceType> {
  name: string;
  config: ConfigOf<T>;
}

export interface RenderInput {
  referenced: ReferencedResources;
  newer: NewerFiles;
  links: LinkMaker;
}

export interface Kind<T extends ResourceType> {
  type: T;
  /** Body of POST, in any spelling; `patch` is that of PATCH. */
  post: TSchema;
  patch: TSchema;
  record: TSchema;
  /** Errors of writing this kind, besides those of any kind; for the OpenAPI document. */
  refuses?: readonly ErrorCode[];
  /** Names are unique within the account. */
  uniqueName: boolean;
  /** What changes of this kind need; default: `edit`. */
  changedBy?: Permission;
  /** False: it has no build of its own. */
  isBuilt?: boolean;
  /** The resource whose build makes it, for one without a build of its own. */
  builtWith?(trx: Kysely<Database>, resource: Resource<T>): Promise<Pick<Resource, "id">>;
  /** Other resources needed to render one. */
  toRender?(resource: Resource<T>): ResourceQuery;
  /** Other resources needed to check one. */
  toCheck?(config: ConfigOf<T>): ResourceQuery;
  /** Converts a record, or a part of it, to the canonical spelling. */
  respell(body: JsonObject): JsonObject;
  /** Fills in defaults and refuses configurations that are invalid by themselves. */
  parse(body: JsonObject): Draft<T>;
  /** The IDs that the configuration refers to; refuses unknown ones. */
  upstreamIds(config: ConfigOf<T>, referenced: ReferencedResources): string[];
  /** Refuses changes that the resource's state or its users do not allow. */
  checkChange?(before: Resource<T>, after: Draft<T>, trx: Kysely<Database>): void | Promise<void>;
  /** Refuses what an account may not have, in the transaction in which the resource of the id came into use. */
  checkUse?(trx: Kysely<Database>, accountId: string, id: string): Promise<void>;
  /** Prepares related resources in the same transaction; returns the configuration to store. */
  beforeSave?(
    trx: Kysely<Database>,
    accountId: string,
    config: ConfigOf<T>,
    now: EpochMs,
  ): Promise<ConfigOf<T>>;
  /** Refuses `resource-in-use` for users that refer to the resource by name. */
  checkRemoval?(trx: Kysely<Database>, resource: Resource<T>): Promise<void>;
  render(resource: Resource<T>, shown: RenderInput): JsonObject;
}
