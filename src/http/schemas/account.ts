// Accounts, their API keys, their usage and the e-mails to their owner.

import { Type } from "@sinclair/typebox";
import { keyScopes } from "../../domain/account/key-scope.js";
import { buildMails, usualEmails } from "../../domain/account/mail-choices.js";
import { roles } from "../../domain/account/role.js";
import {
  closed,
  count,
  described,
  exampleId,
  instant,
  name,
  oneOf,
  optional,
} from "../../domain/resource/schema.js";
import { catalogue } from "../../errors/catalogue.js";
import { mergePatchOf } from "./merge-patch.js";
import { identityResolution, identityResolutionPost } from "./people.js";
import { password } from "./session.js";

const exampleKey = "bw_live_6fJ0cWJmXo2hT1vYkq9dLrZs3uBnEw4P";

const email = Type.String({
  format: "email",
  maxLength: 320,
  description: "Recipient of e-mails about builds.",
});

const builds = oneOf(
  buildMails,
  "E-mails about builds. summary: one when everything that a change concerns is built, if predictions changed or something failed; after new data at " +
    "most one a day. errors: one when something failed. each_resource: one for each resource, when it is first built and when it fails. " +
    "none: none. Default: summary.",
);
const monthly = Type.Boolean({
  description:
    "true: once a month, an e-mail compares predictions whose horizon has ended with what happened. Default: true.",
});
const emailsPost = Type.Object(
  { builds: optional(builds), monthly: optional(monthly) },
  { additionalProperties: false, description: "Which e-mails the owner gets.", title: "EmailChoicesPost" },
);
const emails = Type.Object(
  { builds, monthly },
  { description: "Which e-mails the owner gets.", title: "EmailChoices", examples: [usualEmails] },
);

const fields = {
  name,
  sso_only: optional(
    Type.Boolean({
      description:
        "true: nobody signs in to the account with a password, only through an identity provider. Needs the owner to have done so. API keys keep working. Only the owner changes it. Default: false.",
    }),
  ),
  email: optional(email),
  emails: optional(emailsPost),
  identity_resolution: optional(identityResolutionPost),
  needs_second_factor: optional(
    Type.Boolean({
      description:
        "true: members who sign in without a second factor can do nothing but set one up. Only the owner changes it. Default: false.",
    }),
  ),
};

export const accountConfig = closed(fields);
export const accountPatch = mergePatchOf(
  described("New values.", accountConfig, { name: "My shop", email: "owner@example.com" }),
  "AccountMergePatch",
);

export const signUpPost = described(
  "The new account. With a password, the answer also signs in, like POST /sessions.",
  closed({ ...fields, password: optional(password) }, "AccountPost"),
  { name: "My shop", email: "owner@example.com" },
);

export const accountRecord = Type.Object(
  {
    id: Type.String({ description: "Assigned by the service." }),
    resource_type: oneOf(["accounts"], "Type of the record."),
    name: Type.String({ description: "Display name.", examples: ["My shop"] }),
    email: optional(
      Type.String({ description: "Recipient of e-mails about builds.", examples: ["owner@example.com"] }),
    ),
    parent_account_id: optional(
      Type.String({ description: "ID of the account whose key made it. Absent: it signed up." }),
    ),
    email_confirmed_at: optional(
      described("When its owner confirmed the e-mail address. Absent: not yet, or not asked for.", instant),
    ),
    status: oneOf(["ready"], "Always ready: an account is not built."),
    created_at: described("When it signed up.", instant),
    updated_at: described("When it last changed.", instant),
    delete_at: optional(
      Type.Unsafe<string>({
        ...instant,
        description: "When the account and everything it owns is deleted, unless it is restored before.",
      }),
    ),
    data_through: optional(
      Type.Unsafe<string>({
        ...instant,
        description: "Cutoff of all cohorts and scores: just after the newest event.",
      }),
    ),
    emails,
    sso_only: Type.Boolean({ description: "true: nobody signs in with a password." }),
    needs_second_factor: Type.Boolean({ description: "true: each member needs a second factor to sign in." }),
    identity_resolution: identityResolution,
    tables: optional(
      described(
        "Tables of the lake that the operator grants: tables, or catalogs and schemas with everything below. Absent: there is no cluster.",
        closed(
          {
            read: Type.Array(Type.String(), {
              description: "What datasets may read.",
              examples: [["lake.sales"]],
            }),
            write: Type.Array(Type.String(), {
              description: "What targets may write.",
              examples: [["lake.scores"]],
            }),
          },
          "GrantedTables",
        ),
      ),
    ),
    api_key: optional(
      Type.String({
        description: "First API key, in the answer to the sign-up alone.",
        examples: [exampleKey],
      }),
    ),
  },
  { title: "Account" },
);

const amount = Type.Number({ description: "The amount." });
export const accountBilling = Type.Object(
  {
    invoices: Type.Array(
      Type.Object({
        amount,
        due_date: described("When it is due.", instant),
        effective_date: described("Its date.", instant),
        paid: Type.Boolean({ description: "true: it is paid." }),
      }),
      { description: "Always empty: a service that you run yourself sends no invoices.", examples: [[]] },
    ),
    payments: Type.Array(Type.Object({ amount, date: described("Its date.", instant) }), {
      description: "Always empty.",
      examples: [[]],
    }),
    usages: Type.Array(
      Type.Object({
        description: Type.String({ description: "What is counted.", examples: ["uploaded bytes"] }),
        usage: Type.Number({ description: "The count.", examples: [48210] }),
      }),
      { description: "As in the account's usage." },
    ),
  },
  { title: "AccountBilling" },
);

export const accountUsage = Type.Object(
  {
    description: Type.String({ description: "What is counted.", examples: ["uploaded bytes"] }),
    usage: Type.Number({ description: "The count.", examples: [48210] }),
  },
  { title: "AccountUsage" },
);

const counted = (what: string) =>
  optional(Type.Object({ count: described(what, count, 128) }, { description: what }));

/** Usage in the form of the newest published interface. */
export const accountUsageSummary = Type.Object(
  {
    id: Type.String({ description: "ID of the account and of its month.", examples: [exampleId] }),
    started_at: described("Beginning of the month, in UTC.", instant),
    finished_at: described("End of the month; of the present one, now.", instant),
    lookup_api_requests: Type.Object(
      {
        requests: Type.Object(
          {
            month_to_date: counted("Look-ups in the month."),
            last_month: counted("Look-ups in the month before."),
          },
          { title: "AccountUsageTimePeriod", description: "Look-ups in targets, as the audit log has them." },
        ),
      },
      { title: "AccountUsageLookupApiRequests", description: "Look-ups in targets. Nothing is limited." },
    ),
  },
  { title: "AccountUsageSummary" },
);

const scope = oneOf(
  keyScopes,
  "Operations that the key may be used for. read: all that read, also files and people. upload: sending files and events, and nothing else. " +
    "events: sending events, and nothing else: for pages and apps, where anybody can read it. scim: users and groups by SCIM, and nothing else. everything: all operations.",
);
const role = oneOf(
  roles,
  "What the key may do at most, as for a member of the account. By default, and at most, the role of whoever issues it.",
);
const exampleExpiry = "2027-01-31T00:00:00Z";
const expiry = Type.Unsafe<string>({
  ...instant,
  description: "When it expires: in the future, at most five years from now.",
  examples: [exampleExpiry],
});
export const keyPost = described(
  "The new key.",
  closed(
    {
      name: optional(name),
      scope: optional(scope),
      role: optional(role),
      expires_at: optional({
        ...expiry,
        description: `${expiry.description} Default: never.`,
      } as typeof expiry),
    },
    "ApiKeyPost",
  ),
  { name: "nightly export", scope: "read", role: "viewer", expires_at: exampleExpiry },
);

export const keyRotation = described(
  "How long both keys work.",
  closed(
    {
      old_expires_at: optional(
        Type.Unsafe<string>({
          ...instant,
          description:
            "Until when the old key works: at most 90 days from now, and no longer than without a rotation. Default: 24 hours from now.",
          examples: ["2026-02-07T12:00:00Z"],
        }),
      ),
      expires_at: optional({
        ...expiry,
        description: `${expiry.description} Default: never for a key that never expires; otherwise after as long as the old key was given.`,
      } as typeof expiry),
    },
    "ApiKeyRotation",
  ),
  { old_expires_at: "2026-02-07T12:00:00Z" },
);

const key = {
  id: Type.String({ description: "ID of the key, to revoke it.", examples: [exampleId] }),
  name: Type.String({ description: "Name that says what it is used for.", examples: ["nightly export"] }),
  scope,
  role,
  created_at: described("When it was issued.", instant),
  expires_at: optional(described("When it expires. Absent: never.", instant)),
  issued_by: optional(
    Type.String({
      description:
        "Who issued it: e-mail address of the member, or name of the key. Absent: whoever signed up gave no address, or the service did not note it yet.",
      examples: ["ada@example.com"],
    }),
  ),
};
export const keyIssued = Type.Object(
  {
    ...key,
    api_key: Type.String({ description: "The key. It is shown only once.", examples: [exampleKey] }),
  },
  { title: "ApiKeyIssued" },
);
export const keyRecord = Type.Object(
  {
    ...key,
    hint: Type.String({ description: "Last four characters of the key.", examples: ["x7Qa"] }),
    replaced_by: optional(
      Type.String({
        description: "ID of the key that was issued in its place. It works until it expires.",
        examples: [exampleId],
      }),
    ),
    revoked_at: optional(described("When it was revoked.", instant)),
    last_used_at: optional(described("When it was last used, to the hour. Absent: never.", instant)),
  },
  { title: "ApiKey" },
);

export const keyRotated = Type.Object(
  { ...keyIssued.properties, old: keyRecord },
  { title: "ApiKeyRotated" },
);

export const outboxRecord = Type.Object(
  {
    id: Type.String({ description: "ID of the message.", examples: [exampleId] }),
    recipient: Type.String({ description: "Address of the recipient.", examples: ["owner@example.com"] }),
    subject: Type.String({ description: "Subject line.", examples: ["Customers is ready"] }),
    body: Type.String({
      description: "Text of the message.",
      examples: ["Your list is ready: 1,834 customers, 411 expected to buy again."],
    }),
    html: optional(
      Type.String({
        description: "The same in HTML. Absent: it is sent as text alone.",
        examples: ["<!doctype html><p>Your list is ready: 1,834 customers, 411 expected to buy again.</p>"],
      }),
    ),
    created_at: described("When it was written.", instant),
    sent_at: optional(described("When the mail server accepted it.", instant)),
    attempts: described("Number of attempts to send it.", count, 1),
    waiting_for: optional(
      Type.String({
        description: "Why it is not sent yet, if the mail server does not answer.",
        examples: [catalogue["mail-server-away"].message],
      }),
    ),
    error: optional(
      Type.String({
        description: "Why the last attempt failed.",
        examples: ["The mail server did not answer."],
      }),
    ),
  },
  { title: "OutboxMessage" },
);
