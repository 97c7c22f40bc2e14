// Person in an answer, as the console shows them: their id, and what they are called where the data say it.

import { Type } from "@sinclair/typebox";
import { optional, personal } from "../../domain/resource/schema.js";

export const personShown = {
  person_id: Type.String({ description: "ID of the person.", examples: ["504281839215613958"] }),
  name: personal(optional(Type.String({ description: "Name of the person.", examples: ["Ada Lee"] }))),
  email: personal(optional(Type.String({ description: "E-mail address.", examples: ["ada@example.com"] }))),
  customer_id: personal(
    optional(Type.String({ description: "Customer ID as your data have it.", examples: ["C-20817"] })),
  ),
};
