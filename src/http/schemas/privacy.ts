// Effect and receipts of a privacy list in answers.

import { Type } from "@sinclair/typebox";
import { maxListEntries } from "../../domain/people/privacy.js";
import { resourceTypes } from "../../domain/resource/resource.js";
import {
  count,
  described,
  exampleId,
  instant,
  oneOf,
  optional,
  personal,
} from "../../domain/resource/schema.js";
import { position } from "./dataset.js";

const instantOrNull = (description: string) =>
  Type.Union([instant, Type.Null()], { description, examples: ["2026-11-22T14:05:00.000Z"] });

const counts = {
  rows: described("Rows of the list, without duplicates.", count, 10),
  matched_rows: described("Of these, rows that exclude somebody.", count, 7),
  crowded_rows: described("Rows that exclude more than three people.", count, 1),
  people: described("People that the list excludes.", count, 9),
};

const mode = oneOf(["suppress", "delete"], "The list's field privacy.");

const receipt = Type.Object(
  {
    id: described("Assigned by the service and never reused.", Type.String({ format: "uuid" }), exampleId),
    privacy: mode,
    requested_at: instantOrNull("When the newest file of the list arrived. null: unknown."),
    applied_at: described("When people were first built without them.", instant),
    remade_at: instantOrNull(
      "When the last result was built again without them. null: not yet; see results.",
    ),
    gone_at: instantOrNull(
      "For delete: when the last file about them was removed; only the list itself still names them. null: not yet, see uploads.",
    ),
    ...counts,
    results: Type.Array(
      Type.Object(
        {
          resource_type: oneOf(resourceTypes, "Type of the resource, as in its path."),
          resource_id: described("ID of the resource.", Type.String({ format: "uuid" }), exampleId),
          name: Type.String({ description: "Its name.", examples: ["Repeat purchase"] }),
          remade_at: instantOrNull(
            "When it was built again without them. null: its last result still holds them.",
          ),
          waiting_for: Type.Union([Type.String(), Type.Null()], {
            description: "Why its last result still holds them, and what to do. null: it does not.",
            examples: [null],
          }),
        },
        { title: "RemadeResult" },
      ),
      { description: "Results and models that held them: as of remade_at, or as of now before it." },
    ),
  },
  { title: "PrivacyReceipt" },
);

export const privacyAnalysis = Type.Object(
  {
    privacy: mode,
    headline: Type.String({
      description: "How far the newest request is, in a sentence or two.",
      examples: ["No file except this list holds them since 22 Nov 2026, 14:05."],
    }),
    warnings: Type.Array(Type.String(), {
      description: "Rows that matched nobody, and rows that exclude many people.",
      examples: [["3 of 10 rows of this list match nobody: lines 4, 7 and 9 of gone.csv."]],
    }),
    rows: optional(counts.rows),
    matched_rows: optional(counts.matched_rows),
    crowded_rows: optional(counts.crowded_rows),
    people: optional(counts.people),
    salt: Type.String({
      description: "Begins the text that is hashed for each row: the ID of the dataset.",
      examples: [exampleId],
    }),
    entries: Type.Array(
      Type.Object(
        {
          ...position,
          people: described("People that the row excludes. 0: it matched nobody.", count, 1),
          // The salt is known, so whoever has the hash finds a telephone number by trying all.
          hash: personal(
            Type.Union([Type.String(), Type.Null()], {
              description:
                "SHA-256, in hexadecimal, of salt:kind:contact, where contact is the first normalised contact of the row and kind is email, " +
                "email hash, phone, customer id, national id, or name and address. null: the row has no contact.",
              examples: ["5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8"],
            }),
          ),
        },
        { title: "PrivacyListRow" },
      ),
      {
        description: `Rows that matched nobody first, then those that exclude most people; at most ${maxListEntries}.`,
      },
    ),
    uploads: Type.Array(
      Type.Object(
        {
          dataset_id: described(
            "ID of the dataset that reads the file.",
            Type.String({ format: "uuid" }),
            exampleId,
          ),
          dataset_name: Type.String({ description: "Name of the dataset.", examples: ["Orders"] }),
          directory: optional(Type.String({ description: "Upload directory.", examples: ["orders"] })),
          file: Type.Union([Type.String(), Type.Null()], {
            description: "Name of the file or table. null: the rows join several files.",
            examples: ["2026-01.csv"],
          }),
          rows: described("Rows about people on deletion lists of the account.", count, 3),
        },
        { title: "UploadedRows" },
      ),
      {
        description:
          "Files that still hold rows about people on deletion lists. Bellwether never rewrites your files: upload them again without these rows.",
      },
    ),
    receipts: Type.Array(receipt, { description: "One for each change of the list's effect, newest first." }),
  },
  { title: "PrivacyAnalysis" },
);
