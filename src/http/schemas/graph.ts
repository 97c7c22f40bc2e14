// An edge of the graph: what is read, and what reads it.

import { Type } from "@sinclair/typebox";
import { resourceStatuses, resourceTypes } from "../../domain/resource.js";
import { oneOf } from "./common.js";

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
