// Graph of an account's resources: each edge leads from a resource to one that reads it. Archived resources
// are included; the list of their type shows which are archived.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { shownName } from "../../domain/data/stream.js";
import type { Edge } from "../../domain/resource/graph.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { resourceStatuses, resourceTypes } from "../../domain/resource/resource.js";
import { oneOf } from "../../domain/resource/schema.js";
import { listEdges } from "../../store/graph.js";
import { listConfigured, type Resource } from "../../store/resources.js";
import { madeInTurn } from "../list-turns.js";
import type { AppOptions } from "../options.js";
import { pageOf, pageQuery } from "../pages.js";

export const graphRoutes = (app: FastifyInstance, { db }: AppOptions): void => {
  app.get(
    "/graph",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read the dependency graph",
        description:
          "All resources, including archived ones. An edge leads from a resource to one that reads it.",
        tags: ["graph"],
        querystring: pageQuery,
        response: { 200: Type.Array(graphEdge) },
      },
    },
    async (request, reply) => {
      const { account } = request;
      return madeInTurn({ db, accountId: account.id, reply }, async () => {
        const resources = await listConfigured(db.kysely, account.id, ["datasets"]);
        const edges = await listEdges(db.kysely, account.id, resources);
        const byId = new Map(resources.map((resource) => [resource.id, resource]));
        const page = pageOf(request, reply, edges, ({ upstream, downstream }) => ({
          id: `${upstream} ${downstream}`,
        }));
        return page.map((edge) => renderEdge(edge, byId));
      });
    },
  );
};

const renderEdge = ({ upstream, downstream }: Edge, byId: ReadonlyMap<string, Resource>): JsonObject => ({
  ...end("upstream", byId.get(upstream)!),
  ...end("downstream", byId.get(downstream)!),
});

const end = (side: "upstream" | "downstream", resource: Resource): JsonObject => ({
  [`${side}_id`]: resource.id,
  [`${side}_type`]: resource.type,
  [`${side}_literate`]: resource.type === "streams" ? shownName(resource) : resource.name,
  [`${side}_status`]: resource.status,
});

/** A replay has no edges: it goes with its pipeline, and nothing reads it. */
const types = resourceTypes.filter((type) => type !== "replays");

export const graphEdge = Type.Object(
  {
    upstream_id: Type.String({ description: "ID of the resource that is read." }),
    upstream_type: oneOf(types, "Type of the resource that is read."),
    upstream_literate: Type.String({ description: "Display name.", examples: ["Customers"] }),
    upstream_status: oneOf(resourceStatuses, "Status of its build."),
    downstream_id: Type.String({ description: "ID of the resource that reads it." }),
    downstream_type: oneOf(types, "Type of the resource that reads it."),
    downstream_literate: Type.String({
      description: "Display name.",
      examples: ["Likelihood to buy again"],
    }),
    downstream_status: oneOf(resourceStatuses, "Status of its build."),
  },
  { title: "GraphEdge" },
);
