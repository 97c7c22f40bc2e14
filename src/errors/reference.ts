// Reference page of the errors, made from the catalogue, so that the two cannot differ.

import { type CatalogueEntry, catalogue, type Fault } from "./catalogue.js";

const whose: Record<Fault, string> = {
  caller: "Change the request or the data, as the message says.",
  world: "Temporary: retried automatically, and shown if it persists.",
  ours: "A bug in Bellwether. The id of the answer is in the server's log.",
};

const section = ([code, { error, status, fault, message }]: [string, CatalogueEntry]): string[] => [
  `## ${code}`,
  "",
  `\`${error}\`, ${status}. ${whose[fault]}`,
  "",
  `> ${message}`,
  "",
];

/** Markdown of `docs/reference/errors.md`. */
export const errorsReference = (): string =>
  [
    "# Errors",
    "",
    "The API answers every error as `{ error, id, note, validationErrors? }`. Each entry below gives `error` and the status; `note` is the",
    "message with its `{parameters}` filled in, and `id` is also in the server's log. Builds use the same messages, in the `status_error` of",
    "the resource and in e-mails.",
    "",
    ...Object.entries<CatalogueEntry>(catalogue).flatMap(section),
  ].join("\n");
