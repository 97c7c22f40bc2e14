// Accounts, their keys and what was written to them.

import { Type } from "@sinclair/typebox";
import { closed, count, described, instant, name, oneOf, optional } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";
import { identityResolution, identityResolutionPost } from "./people.js";
import { password } from "./session.js";

const exampleKey = "bw_live_6fJ0cWJmXo2hT1vYkq9dLrZs3uBnEw4P";

const email = Type.String({ format: "email", maxLength: 320, description: "Where e-mails about builds go." });

const written = { name, email: optional(email), identity_resolution: optional(identityResolutionPost) };

export const accountConfig = closed(written);
export const accountPatch = mergePatchOf(
  described("What is to be another.", accountConfig, { name: "My shop", email: "owner@example.com" }),
  "AccountMergePatch",
);

export const signUpPost = described(
  "Who signs up. With a password, the answer also signs in, as POST /sessions does.",
  closed({ ...written, password: optional(password) }, "AccountPost"),
  { name: "My shop", email: "owner@example.com" },
);

export const accountRecord = Type.Object(
  {
    id: Type.String({ format: "uuid", description: "Chosen by the service." }),
    resource_type: oneOf(["accounts"], "What kind of record it is."),
    name: Type.String({ description: "Shown to people.", examples: ["My shop"] }),
    email: optional(
      Type.String({ description: "Where e-mails about builds go.", examples: ["owner@example.com"] }),
    ),
    status: oneOf(["ready"], "An account is not built, so it is always ready."),
    created_at: described("When it signed up.", instant),
    updated_at: described("When it was last changed.", instant),
    delete_at: optional(
      Type.Unsafe<string>({
        ...instant,
        description: "When it is deleted with everything it owns, unless that is taken back before.",
      }),
    ),
    data_through: optional(
      Type.Unsafe<string>({
        ...instant,
        description: "Now, for every cohort and score: just after the newest event.",
      }),
    ),
    identity_resolution: identityResolution,
    api_key: optional(
      Type.String({ description: "In the answer to the sign-up, and never again.", examples: [exampleKey] }),
    ),
  },
  { title: "Account" },
);

export const accountUsage = Type.Object(
  {
    description: Type.String({ description: "What is counted.", examples: ["uploaded bytes"] }),
    usage: Type.Number({ description: "How much of it there is.", examples: [48210] }),
  },
  { title: "AccountUsage" },
);

export const keyPost = described("What a new key is for.", closed({ name: optional(name) }, "ApiKeyPost"), {
  name: "nightly export",
});

const key = {
  id: Type.String({ format: "uuid", description: "Of the key, to revoke it by." }),
  name: Type.String({ description: "What it is for.", examples: ["nightly export"] }),
  created_at: described("When it was issued.", instant),
};
export const keyIssued = Type.Object(
  { ...key, api_key: Type.String({ description: "The key, shown this once.", examples: [exampleKey] }) },
  { title: "ApiKeyIssued" },
);
export const keyRecord = Type.Object(
  {
    ...key,
    hint: Type.String({ description: "The key's last four characters.", examples: ["x7Qa"] }),
    expires_at: optional(described("When it stops to be valid.", instant)),
    revoked_at: optional(described("When it was revoked.", instant)),
    last_used_at: optional(described("When it was last used, to the hour; absent: never.", instant)),
  },
  { title: "ApiKey" },
);

export const outboxRecord = Type.Object(
  {
    id: Type.String({ description: "Of the message." }),
    recipient: Type.String({ description: "The address it goes to.", examples: ["owner@example.com"] }),
    subject: Type.String({ description: "Its subject line.", examples: ["Customers is ready"] }),
    body: Type.String({ description: "Its text." }),
    created_at: described("When it was written.", instant),
    sent_at: optional(described("When the mail server took it.", instant)),
    attempts: described("How often the mail server was asked to take it.", count, 1),
    error: optional(Type.String({ description: "Why it could not be sent when it was last tried." })),
  },
  { title: "OutboxMessage" },
);
