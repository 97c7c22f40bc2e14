// What an account has configured, as a graph: each edge leads from what is read to what reads it. Archived resources are
// in it too; a list of their type says which they are.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import type { Edge } from "../../domain/graph.js";
import { resourceStatuses, resourceTypes } from "../../domain/resource.js";
import { oneOf } from "../../domain/schema.js";
import { shownName } from "../../domain/stream.js";
import { listEdges } from "../../store/graph.js";
import { listResources, type Resource } from "../../store/resources.js";
import type { JsonObject } from "../json.js";
import type { AppOptions } from "../options.js";

export const graphRoutes = (app: FastifyInstance, { db }: AppOptions): void => {
  app.get(
    "/graph",
    {
      schema: {
        summary: "What is made of what, for all resources",
        description: "An edge leads from what is read to what reads it; archived resources are in it too.",
        tags: ["graph"],
        response: { 200: Type.Array(graphEdge) },
      },
    },
    async ({ account }) => {
      const resources = await listResources(db.kysely, account.id);
      const edges = await listEdges(db.kysely, account.id, resources);
      const byId = new Map(resources.map((resource) => [resource.id, resource]));
      return edges.map((edge) => renderEdge(edge, byId));
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

// An edge of the graph: what is read, and what reads it.

export const graphEdge = Type.Object(
  {
    upstream_id: Type.String({ format: "uuid", description: "Of what is read." }),
    upstream_type: oneOf(resourceTypes, "What kind of resource is read."),
    upstream_literate: Type.String({ description: "What it is called.", examples: ["Customers"] }),
    upstream_status: oneOf(resourceStatuses, "How far its build is."),
    downstream_id: Type.String({ format: "uuid", description: "Of what reads it." }),
    downstream_type: oneOf(resourceTypes, "What kind of resource reads it."),
    downstream_literate: Type.String({
      description: "What it is called.",
      examples: ["Likelihood to buy again"],
    }),
    downstream_status: oneOf(resourceStatuses, "How far its build is."),
  },
  { title: "GraphEdge" },
);
