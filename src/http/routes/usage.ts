// What an account uses. Nothing of it is limited, so no limit is named.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { type ResourceType, resourceTypes } from "../../domain/resource.js";
import { listResources, type Resource } from "../../store/resources.js";
import { listUploads } from "../../store/uploads.js";
import type { JsonObject } from "../json.js";
import type { AppOptions } from "../options.js";
import { accountUsage } from "../schemas/account.js";

export const usageRoutes = (app: FastifyInstance, { db }: AppOptions): void => {
  for (const path of ["/accounts/current/usage", "/usages"])
    app.get(
      path,
      {
        schema: {
          summary: "What the account uses",
          description:
            "Files and bytes uploaded, people known, events, rows delivered, and resources of each type.",
          tags: ["accounts"],
          response: { 200: Type.Array(accountUsage) },
        },
      },
      async ({ account }) => {
        const uploads = await listUploads(db.kysely, account.id);
        const resources = await listResources(db.kysely, account.id);
        return [
          { description: "uploaded files", usage: uploads.length },
          { description: "uploaded bytes", usage: sum(uploads.map(({ bytes }) => bytes)) },
          ...usageOf(resources.filter(({ archivedAt }) => archivedAt === null)),
        ];
      },
    );
};

const usageOf = (resources: readonly Resource[]): JsonObject[] => {
  const ofType = <T extends ResourceType>(type: T) =>
    resources.filter((resource): resource is Extract<Resource, { type: T }> => resource.type === type);
  return [
    { description: "people known", usage: ofType("people")[0]?.result?.people_count ?? 0 },
    {
      description: "events",
      usage: sum(ofType("streams").map(({ result }) => result?.event_count ?? 0)),
    },
    { description: "delivered rows", usage: sum(ofType("targets").map(({ result }) => result?.rows ?? 0)) },
    ...resourceTypes
      .filter((type) => type !== "people")
      .map((type) => ({ description: type, usage: ofType(type).length })),
  ];
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
