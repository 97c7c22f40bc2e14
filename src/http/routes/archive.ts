// Lifecycle of a resource between creation and deletion: archive, unarchive and forced rebuild. The
// operations are the same for all types and return the updated record.

import { type TSchema, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import type { Permission } from "../../domain/account/role.js";
import { type Cascade, planArchive, planUnarchive, type Shelved } from "../../domain/resource/archive.js";
import { type EpochMs, type ResourceType, singular } from "../../domain/resource/resource.js";
import { closed, ids, optional } from "../../domain/resource/schema.js";
import type { ErrorCode } from "../../errors/catalogue.js";
import { refuse } from "../../errors/refusal.js";
import { listEdges } from "../../store/graph.js";
import { eachInTurns } from "../../store/parts.js";
import { listConfigured, markArchived, markForced, type Resource } from "../../store/resources.js";
import { withArticle } from "../../words/plural.js";
import { audit } from "../audit.js";
import { change } from "../change.js";
import { checkIfMatch } from "../etag.js";
import type { AppOptions } from "../options.js";
import { requireOnlyHoldout } from "../single-holdout.js";

/** The differences between the types. */
export interface LifecycleKind {
  type: ResourceType;
  /** Path of one resource, such as `/cohorts/:id`. */
  path: string;
  params: TSchema;
  /** What archiving needs. */
  permission?: Permission;
  record: TSchema;
  /** The resource whose build makes it, for one without a build of its own. */
  builtWith?(trx: Kysely<Database>, resource: Resource): Promise<Pick<Resource, "id">>;
  require(db: Kysely<Database>, request: FastifyRequest): Promise<Resource>;
  answer(request: FastifyRequest, reply: FastifyReply, resource: Resource): Promise<FastifyReply>;
}

interface Transition {
  verb: "archive" | "unarchive";
  summary(one: string): string;
  description: string;
  plan: typeof planArchive;
  refusal: ErrorCode;
}

const transitions: Transition[] = [
  {
    verb: "archive",
    summary: (one) => `Archive ${withArticle(one)}`,
    description:
      "Takes it out of use: it is no longer built, and its last result is kept. Everything that uses it must be archived too; without a cascade, the error lists it.",
    plan: planArchive,
    refusal: "archive-in-use",
  },
  {
    verb: "unarchive",
    summary: (one) => `Unarchive ${withArticle(one)}`,
    description:
      "Puts it back into use; a stale result is rebuilt. Everything it uses must be unarchived too, and whatever uses it may be; without a cascade, the error lists what is missing.",
    plan: planUnarchive,
    refusal: "unarchive-incomplete",
  },
];

type Cascading = { Body: { cascade_to?: string[]; cascade_to_all?: boolean } };

export const lifecycleRoutes = (app: FastifyInstance, living: LifecycleKind, options: AppOptions): void => {
  const { type, path } = living;
  const { db } = options;
  const one = singular[type];
  const shared = { tags: [type], params: living.params, response: { 200: living.record } };

  const apply = async (
    request: FastifyRequest,
    reply: FastifyReply,
    work: (trx: Kysely<Database>, resource: Resource, now: EpochMs) => Promise<void>,
  ): Promise<FastifyReply> => {
    if (request.idempotency?.changedId)
      return living.answer(request, reply, await living.require(db.kysely, request));
    const resource = await change(options, request.account.id, async (trx, now) => {
      const found = await living.require(trx, request);
      await work(trx, found, now);
      return found;
    });
    return living.answer(request, reply, resource);
  };

  for (const shelving of transitions) {
    const { verb, summary, description } = shelving;
    app.post<Cascading>(
      `${path}/${verb}`,
      {
        config: { isBodyOptional: true, answersAgain: true, permission: living.permission ?? "edit" },
        schema: {
          ...shared,
          summary: summary(one),
          description,
          body: cascadePost,
          refuses: [shelving.refusal, "cascade-unrelated", "changed-meanwhile", "holdout-exists"],
        },
      },
      (request, reply) => {
        const { cascade_to = [], cascade_to_all = false } = request.body;
        const cascade = { to: cascade_to, all: cascade_to_all };
        return apply(request as FastifyRequest, reply, async (trx, resource, now) => {
          checkIfMatch(request as FastifyRequest, resource.version);
          const moved = await resourcesToMove(trx, resource, cascade, shelving);
          const ids = moved.map(({ id }) => id);
          await markArchived(trx, ids, verb === "archive" ? now : null, now);
          const holdout = moved.find((each) => each.type === "holdouts");
          if (verb === "unarchive" && holdout)
            await requireOnlyHoldout(trx, (request as FastifyRequest).account.id, holdout.id);
          await eachInTurns(moved, ({ id, type, name }) =>
            audit(trx, request as FastifyRequest, { action: verb, subject: { id, type, name } }, now),
          );
        });
      },
    );
  }

  app.post(
    `${path}/force_update`,
    {
      config: { answersAgain: true },
      schema: {
        ...shared,
        summary: `Rebuild ${withArticle(one)}`,
        description: "Rebuilds it although nothing has changed, and then everything that depends on it.",
        refuses: ["resource-archived"],
      },
    },
    (request, reply) =>
      apply(request, reply, async (trx, resource, now) => {
        if (resource.archivedAt !== null) throw archivedRefusal(resource);
        await markForced(trx, ((await living.builtWith?.(trx, resource)) ?? resource).id);
        const { id, name } = resource;
        await audit(trx, request, { action: "rebuild", subject: { type, id, name } }, now);
      }),
  );
};

/** Archived resources are neither changed nor built. */
export const archivedRefusal = ({ type, name }: Pick<Resource, "type" | "name">) =>
  refuse("resource-archived", { type: singular[type], name });

/** Refuses moves that the cascade does not allow, and `cascade-unrelated`. */
const resourcesToMove = async (
  trx: Kysely<Database>,
  { id, accountId }: Resource,
  cascade: Cascade,
  { plan, refusal }: Transition,
): Promise<Resource[]> => {
  const resources = await listConfigured(trx, accountId, ["datasets"]);
  const edges = await listEdges(trx, accountId, resources);
  const { ids, blockers, unrelated } = plan(resources.map(onShelf), edges, id, cascade);
  if (unrelated[0] !== undefined) throw refuse("cascade-unrelated", { id: unrelated[0] });
  if (blockers.length > 0) throw refuse(refusal, { others: namesOf(resources, blockers) });
  return resources.filter((each) => ids.includes(each.id));
};

const onShelf = ({ id, type, archivedAt }: Resource): Shelved => ({
  id,
  type,
  isArchived: archivedAt !== null,
});

/** Types, names and the IDs for `cascade_to`. */
const namesOf = (resources: readonly Resource[], ids: readonly string[]): string =>
  resources
    .filter(({ id }) => ids.includes(id))
    .map(({ id, type, name }) => `${singular[type]} ${name} (${id})`)
    .sort()
    .join(", ");

export const cascadePost = closed(
  {
    cascade_to: optional(ids("resources that may be archived or unarchived along with it")),
    cascade_to_all: optional(
      Type.Boolean({
        description: "true: archive or unarchive everything that is necessary. Default: false.",
      }),
    ),
  },
  "ArchiveConfig",
);
