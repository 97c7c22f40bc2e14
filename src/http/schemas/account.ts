// Accounts, their keys and what was written to them.

import { Type } from "@sinclair/typebox";
import { closed, instant, name, oneOf, optional } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const email = Type.String({ format: "email", maxLength: 320, description: "Where e-mails about builds go." });

export const accountWritten = closed({ name, email: optional(email) }, "AccountPost");
export const accountPatch = mergePatchOf(accountWritten, "AccountMergePatch");

export const accountRecord = Type.Object(
  {
    id: Type.String({ format: "uuid" }),
    resource_type: oneOf(["accounts"]),
    name: Type.String(),
    email: optional(Type.String()),
    status: oneOf(["ready"]),
    created_at: instant,
    updated_at: instant,
    data_through: optional(
      Type.Unsafe<string>({
        ...instant,
        description: "Now, for every cohort and score: just after the newest event.",
      }),
    ),
    api_key: optional(Type.String({ description: "In the answer to the sign-up, and never again." })),
  },
  { title: "Account" },
);

export const keyWritten = closed({ name: optional(name) }, "ApiKeyPost");

const key = {
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  created_at: instant,
};
export const keyIssued = Type.Object({ ...key, api_key: Type.String() }, { title: "ApiKeyIssued" });
export const keyRecord = Type.Object(
  {
    ...key,
    hint: Type.String({ description: "The key's last four characters." }),
    expires_at: optional(instant),
    revoked_at: optional(instant),
  },
  { title: "ApiKey" },
);

export const outboxRecord = Type.Object(
  {
    id: Type.String(),
    recipient: Type.String(),
    subject: Type.String(),
    body: Type.String(),
    created_at: instant,
    sent_at: optional(instant),
    error: optional(Type.String()),
  },
  { title: "OutboxMessage" },
);
