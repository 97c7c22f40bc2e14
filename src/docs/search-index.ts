// Search index: what the documentation has, as the script of its pages searches it. It is small enough to be
// loaded whole, so the search works without a network.

import { isObject, type JsonObject } from "../domain/resource/json.js";
import { catalogue } from "../errors/catalogue.js";
import type { SearchEntry } from "../words/search-entry.js";
import { sectionsOf } from "./guides.js";
import { guideUrl, operationUrl, type Site } from "./site.js";

export const searchIndex = (site: Site): SearchEntry[] => [
  ...operationEntries(site),
  ...guideEntries(site),
  ...schemaEntries(site),
  ...errorEntries(),
];

const operationEntries = ({ resources }: Site): SearchEntry[] =>
  resources.flatMap((resource) =>
    resource.operations.map((each) => ({
      kind: "operation",
      title: each.summary,
      detail: `${each.method} ${each.path}`,
      url: operationUrl(resource, each),
      words: wordsOf(each.id, each.description, resource.title, namesIn(each.operation.parameters)),
    })),
  );

const guideEntries = ({ guides }: Site): SearchEntry[] =>
  guides.flatMap((guide) =>
    sectionsOf(guide).map(({ title, anchor, text }) => ({
      kind: "guide",
      title,
      detail: guide.title,
      url: `${guideUrl(guide.name)}#${anchor}`,
      words: wordsOf(text),
    })),
  );

const schemaEntries = ({ document, schemaUrl }: Site): SearchEntry[] =>
  Object.entries(document.components.schemas).map(([name, schema]) => ({
    kind: "schema",
    title: name,
    detail: "Schema",
    url: schemaUrl(name),
    words: wordsOf(String(schema.description ?? ""), Object.keys(fieldsIn(schema)).join(" ")),
  }));

const errorEntries = (): SearchEntry[] =>
  Object.entries(catalogue).map(([code, { status, message }]) => ({
    kind: "error",
    title: code,
    detail: `Error ${status}`,
    url: `/docs/errors/${code}`,
    words: wordsOf(message),
  }));

const namesIn = (parameters: unknown): string =>
  Array.isArray(parameters) ? parameters.map(({ name }: JsonObject) => String(name)).join(" ") : "";

const fieldsIn = ({ properties }: JsonObject): JsonObject => (isObject(properties) ? properties : {});

const common = new Set(
  "and are for has have its not that the their them they this which whose with".split(" "),
);

const wordsOf = (...texts: readonly string[]): string => {
  const words = texts
    .join(" ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u);
  return [...new Set(words)].filter((word) => word.length > 2 && !common.has(word)).join(" ");
};
