// Traits. Datasets create the traits that they emit; a request can create one beforehand. Traits that are
// emitted or used cannot be deleted.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { type EpochMs, singular } from "../../domain/resource/resource.js";
import { harmlessRow } from "../../domain/target/spreadsheet.js";
import { refuse } from "../../errors/refusal.js";
import { eachInTurns } from "../../store/parts.js";
import { findPeople } from "../../store/people.js";
import { listConfigured, type Resource, removeResource } from "../../store/resources.js";
import { usersByTrait } from "../../store/traits.js";
import { audit } from "../audit.js";
import { change } from "../change.js";
import type { Kind } from "../kind.js";
import type { AppOptions } from "../options.js";
import { readReferenced } from "../referenced.js";
import {
  knownTrait,
  parseTrait,
  renderTrait,
  renderTraitDimensions,
  traitColumns,
  traitRows,
} from "../resources/trait.js";
import { idParams } from "../schemas/common.js";
import { traitDimensions, traitPatch, traitPost, traitRecord } from "../schemas/trait.js";
import { requireResource, resourceRoutes, subjectOf } from "./resource.js";

const kind: Kind<"traits"> = {
  type: "traits",
  post: traitPost,
  patch: traitPatch,
  record: traitRecord,
  uniqueName: true,
  isBuilt: false,
  builtWith: (trx, { accountId }) => findPeople(trx, accountId),
  toRender: () => ({ all: ["datasets", "people"] }),
  respell: (body) => body,
  parse: parseTrait,
  upstreamIds: () => [],
  async checkRemoval(trx, trait) {
    const resources = await listConfigured(trx, trait.accountId, ["datasets"]);
    const users = usersByTrait(resources).get(trait.name) ?? [];
    if (users.length > 0) throw refuse("resource-in-use", { users: users.map(called).join(", ") });
  },
  render: renderTrait,
};

const traitsCsv = {
  content: {
    "text/csv": {
      schema: Type.String(),
      example: `${traitColumns.join(",")}\r\n3f8a2c1e-5b7d-4e90-8a6f-2d1c9b7e4a05,plan,Plan,What they pay for,,string,categorical,4200,Customers\r\n`,
    },
  },
};

export const traitRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db } = options;
  resourceRoutes(app, kind, options);

  app.delete(
    "/traits",
    {
      schema: {
        summary: "Delete unused traits",
        description: "Deletes all traits that no dataset emits and nothing uses.",
        tags: ["traits"],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { id } = request.account;
      await change(options, id, async (trx, now) => {
        await eachInTurns(await removeOrphans(trx, id, now), (trait) =>
          audit(trx, request, { action: "delete", subject: subjectOf(trait) }, now),
        );
      });
      return reply.code(204).send();
    },
  );

  app.get(
    "/traits.csv",
    {
      config: { permission: "look" },
      schema: {
        operationId: "downloadTraits",
        summary: "Download the traits",
        description:
          "A CSV file with a row for each trait, in order of name. Texts that a spreadsheet would execute start with an apostrophe.",
        tags: ["traits"],
        response: { 200: traitsCsv },
      },
    },
    async ({ account }, reply) => {
      const referenced = await readReferenced(db.kysely, account.id, {
        all: ["traits", "datasets", "people"],
      });
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", 'attachment; filename="traits.csv"')
        .send([traitColumns, ...traitRows(referenced)].map(harmlessRow).join(""));
    },
  );

  app.get<{ Params: { id: string } }>(
    "/traits/:id/analysis/dimensions",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read a trait's distribution",
        description: "Number of people by value, over all known people.",
        tags: ["traits"],
        refuses: ["result-not-ready"],
        params: idParams,
        response: { 200: traitDimensions },
      },
    },
    async ({ account, params }) => {
      const { name, status } = await requireResource(db.kysely, account.id, "traits", params.id);
      const known = knownTrait(name, await readReferenced(db.kysely, account.id, { all: ["people"] }));
      if (!known) throw refuse("result-not-ready", { type: singular.traits, status });
      return renderTraitDimensions(name, known.found);
    },
  );
};

const removeOrphans = async (trx: Kysely<Database>, accountId: string, now: EpochMs): Promise<Resource[]> => {
  const resources = await listConfigured(trx, accountId, ["datasets"]);
  const users = usersByTrait(resources);
  const orphans = resources.filter(({ type, name }) => type === "traits" && !users.has(name));
  await eachInTurns(orphans, (trait) => removeResource(trx, trait, now));
  return orphans;
};

const called = ({ type, name }: Resource): string => `${singular[type]} ${name}`;
