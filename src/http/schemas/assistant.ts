// Assistants in requests and answers.

import { Type } from "@sinclair/typebox";
import { assistantRoles } from "../../domain/account/assistant.js";
import { roles } from "../../domain/account/role.js";
import { closed, described, exampleId, instant, oneOf, optional } from "../../domain/resource/schema.js";

const query = Type.String({
  minLength: 1,
  maxLength: 8000,
  description: "The query with which the assistant sent the browser, as it is.",
  examples: ["response_type=code&client_id=…&code_challenge=…"],
});
const client_name = Type.String({
  description: "How the assistant calls itself. Nobody has checked it.",
  examples: ["Claude"],
});
const resource = Type.String({
  description: "Address of the server for assistants, at which alone the access is good.",
  examples: ["https://assistants.example.com/mcp"],
});

export const accessQuery = closed({ query });

export const accessRequest = Type.Object(
  {
    client_name,
    returns_to: Type.String({
      description: "Host to which the browser goes back with the access.",
      examples: ["claude.ai"],
    }),
    is_on_device: Type.Boolean({
      description: "Whether a program on the person's own device gets the access.",
    }),
    resource,
    roles: Type.Array(oneOf(assistantRoles, "A role."), {
      description: "Roles that the person can give, highest first.",
      examples: [["viewer", "masked_viewer"]],
    }),
    proposed_role: oneOf(assistantRoles, "The highest of them that the assistant asks for."),
    refusal_url: Type.String({
      description: "Where the browser goes if the person refuses.",
      examples: ["https://claude.ai/callback?error=access_denied"],
    }),
  },
  { title: "AccessRequest" },
);

export const assistantPost = closed(
  { query, role: oneOf(assistantRoles, "What the assistant may do. At most the person's own role.") },
  "AssistantPost",
);

export const assistantAllowed = Type.Object(
  {
    id: Type.String({ description: "ID of the assistant, to end its access.", examples: [exampleId] }),
    redirect_url: Type.String({
      description: "Where the browser goes with the code, which is good once and for a minute.",
      examples: ["https://claude.ai/callback?code=…&state=…"],
    }),
  },
  { title: "AssistantAllowed" },
);

export const assistantRecord = Type.Object(
  {
    id: Type.String({ description: "ID of the assistant.", examples: [exampleId] }),
    name: client_name,
    user_id: Type.String({ description: "ID of the member who connected it.", examples: [exampleId] }),
    email: Type.String({
      description: "E-mail address of the member who connected it.",
      examples: ["ada@example.com"],
    }),
    role: oneOf(roles, "What it may do: at most what the member may now."),
    resource,
    created_at: described("When it was connected.", instant),
    last_used_at: optional(described("When it was last used, accurate to the hour.", instant)),
    ends_at: described("When its access ends, unless it is used before.", instant),
  },
  { title: "Assistant" },
);
