// The sample shop in answers.

import { Type } from "@sinclair/typebox";
import { described, id, instant, optional } from "../../domain/resource/schema.js";

export const sampleRecord = Type.Object(
  {
    exists: Type.Boolean({ description: "The account has the sample shop." }),
    can_create: Type.Boolean({
      description: "The account has no datasets, so that the sample shop can be created.",
    }),
    created_at: optional(described("When it was created.", instant)),
    resource_ids: Type.Array(id("a resource of the sample shop"), {
      description: "Resources that it consists of, in the order of their creation. Deleted ones stay listed.",
    }),
  },
  { title: "SampleShop" },
);
