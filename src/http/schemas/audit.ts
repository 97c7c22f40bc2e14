// Audit log in requests and answers.

import { Type } from "@sinclair/typebox";
import { auditActions, auditActorTypes } from "../../domain/account/audit.js";
import {
  closed,
  count,
  described,
  exampleId,
  instant,
  oneOf,
  optional,
} from "../../domain/resource/schema.js";

const filters = {
  since: optional(Type.Unsafe<string>({ ...instant, description: "Entries at or after this time." })),
  until: optional(Type.Unsafe<string>({ ...instant, description: "Entries before this time." })),
  actor: optional(
    Type.String({
      maxLength: 320,
      description: "ID or type of whoever did it, or a part of the name in any case, such as nightly.",
    }),
  ),
  action: optional(oneOf(auditActions, "What was done.")),
  resource: optional(
    Type.String({ maxLength: 320, description: "ID, name or type of what it was done to, such as targets." }),
  ),
};

export const auditQuery = closed({
  ...filters,
  limit: optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: "Number of entries of a page. Default: 100." }),
  ),
  cursor: optional(
    Type.String({
      pattern: "^\\d{1,15}$",
      description: "next_cursor of the page before.",
      examples: ["4711"],
    }),
  ),
});
export const auditExportQuery = closed(filters);

const text = (description: string, example: string) =>
  optional(Type.String({ description, examples: [example] }));

export const auditEntry = Type.Object(
  {
    id: Type.String({ description: "ID of the entry.", examples: [exampleId] }),
    at: described("When it was done; for several reads, the first.", instant),
    times: described("Number of equal reads within an hour, which are one entry. 1 for changes.", count, 1),
    last_at: described("When the last of them was done.", instant),
    actor: Type.Object(
      {
        type: oneOf(
          auditActorTypes,
          "key: a program with an API key. session: a signed-in user. link: someone with a signed link. command: the operator, on the " +
            "service's machine. service: the service itself. nobody: a request without a valid key.",
        ),
        id: text("ID of the key or session.", "0a6f…"),
        name: text(
          "Name of the key, e-mail address of the user or of whoever signs up, or name of the command.",
          "nightly export",
        ),
        hint: text("Last four characters of the key.", "x7Qa"),
        address: text("Network address of the request.", "192.0.2.7"),
      },
      { description: "Whoever did it, under the name of that time." },
    ),
    action: oneOf(auditActions, "What was done."),
    resource: optional(
      Type.Object(
        {
          type: Type.String({ description: "Type of the resource, as in its path.", examples: ["cohorts"] }),
          id: text("ID of the resource.", "3f8a2c1e-5b7d-4e90-8a6f-2d1c9b7e4a05"),
          name: text("Name of the resource at that time.", "Customers"),
        },
        { description: "What it was done to." },
      ),
    ),
    changes: Type.Array(Type.String({ description: "Path of a field." }), {
      description: "Paths of the changed fields. Their values are not recorded.",
      examples: [["min_count"]],
    }),
    sentence: Type.String({
      description: "The entry as a sentence, to display.",
      examples: ["Key “nightly export” (…x7Qa) changed cohort “Customers”: min_count."],
    }),
  },
  { title: "AuditEntry" },
);

export const auditPage = Type.Object(
  {
    entries: Type.Array(auditEntry, { description: "Entries, newest first." }),
    next_cursor: optional(
      Type.String({ description: "Cursor of the next page. Absent on the last page.", examples: ["4711"] }),
    ),
  },
  { title: "AuditPage" },
);

export const auditCheckpoint = Type.Object(
  {
    account_id: Type.String({ description: "ID of the account.", examples: [exampleId] }),
    position: described("Number of links of the chain so far.", count, 4711),
    hash: Type.String({
      description: "SHA-256 of the last link; zeros before the first.",
      examples: ["3b0c4f6d2a9e8b7c1d5f0a4e6c8b2d9f7a1e3c5b8d0f2a4c6e9b1d3f5a7c8e0b"],
    }),
    created_at: described("When the answer was made.", instant),
  },
  { title: "AuditCheckpoint" },
);
