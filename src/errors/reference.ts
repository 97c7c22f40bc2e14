// The reference page of the errors, made from the catalogue itself, so that the two cannot differ.

import { type CatalogueEntry, catalogue, type Fault } from "./catalogue.js";

const whose: Record<Fault, string> = {
  caller: "Yours: change the request or the data, as the text says.",
  world: "The world's: it is tried again by itself, and shown if it stays.",
  ours: "Ours: a bug. The id of the answer is in the server's log.",
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
    "Every error of the API is answered as `{ error, id, note, validationErrors? }`: `error` and the status are given with each entry",
    "below, `note` is the text with its `{parameters}` filled in, and `id` is also in the server's log. What a build refuses has the same",
    "texts, in the `status_error` of the resource and in the mail that tells of it.",
    "",
    ...Object.entries<CatalogueEntry>(catalogue).flatMap(section),
  ].join("\n");
