// The documentation as pages: which page has each operation and each schema. A resource's page has its
// operations and the schemas that only they use; schemas of several resources are on a page of their own.

import { isObject, type JsonObject } from "../domain/resource/json.js";
import type { OpenApi } from "./openapi.js";

/** A file of `docs`. */
export interface Guide {
  /** In its address. */
  name: string;
  title: string;
  group: string;
  /** Path below the folder of the documentation. */
  file: string;
  markdown: string;
}

export interface DocumentedOperation {
  id: string;
  /** In capitals. */
  method: string;
  /** As in the document: `/cohorts/{id}`. */
  path: string;
  summary: string;
  description: string;
  operation: JsonObject;
}

export interface ResourceReference {
  /** Name of the tag, such as `persona_sets`. */
  name: string;
  /** Name in words, such as `Persona sets`. */
  title: string;
  description: string;
  operations: readonly DocumentedOperation[];
  /** Names of the schemas on the page. */
  schemas: readonly string[];
}

export interface Site {
  document: OpenApi;
  guides: readonly Guide[];
  resources: readonly ResourceReference[];
  /** Names of the schemas that several resources use. */
  sharedSchemas: readonly string[];
  /** Address of a schema, with its page. */
  schemaUrl(name: string): string;
}

export const resourceUrl = ({ name }: { name: string }): string => `/docs/api/${name}`;
export const sharedSchemasUrl = "/docs/schemas";
export const guideUrl = (name: string): string => `/docs/guides/${name}`;
export const operationUrl = (resource: { name: string }, { id }: { id: string }): string =>
  `${resourceUrl(resource)}#${id}`;

export const siteOf = (document: OpenApi, guides: readonly Guide[]): Site => {
  const operations = document.tags.map(({ name }) => operationsOf(document, name));
  const users = usersOf(operations, document);
  const homeOf = (schema: string): number | undefined => {
    const [only, ...others] = users.get(schema) ?? [];
    return others.length === 0 ? only : undefined;
  };
  const names = Object.keys(document.components.schemas).sort();
  const resources = document.tags.map(({ name, description }, i) => ({
    name,
    title: titled(name),
    description,
    operations: operations[i]!,
    schemas: names.filter((schema) => homeOf(schema) === i),
  }));
  return {
    document,
    guides,
    resources,
    sharedSchemas: names.filter((schema) => homeOf(schema) === undefined),
    schemaUrl(name) {
      const home = homeOf(name);
      return `${home === undefined ? sharedSchemasUrl : resourceUrl(resources[home]!)}#${name}`;
    },
  };
};

const titled = (name: string): string => {
  const words = name.replaceAll("_", " ");
  return `${words[0]!.toUpperCase()}${words.slice(1)}`;
};

const operationsOf = ({ paths }: OpenApi, tag: string): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      if ((operation.tags as string[])[0] !== tag) return [];
      const [id, summary] = [String(operation.operationId), String(operation.summary)];
      const description = String(operation.description ?? "");
      return [{ id, method: method.toUpperCase(), path, summary, description, operation }];
    }),
  );

/**
 * Users of each schema: the indexes of the groups of operations that use it, directly or through another
 * schema.
 */
const usersOf = (
  groups: readonly (readonly DocumentedOperation[])[],
  { components }: OpenApi,
): Map<string, Set<number>> => {
  const users = new Map<string, Set<number>>();
  const use = (part: unknown, group: number): void => {
    for (const name of referencesIn(part)) {
      const known = users.get(name) ?? new Set();
      if (known.has(group)) continue;
      users.set(name, known.add(group));
      use(components.schemas[name], group);
    }
  };
  for (const [group, operations] of groups.entries())
    for (const { operation } of operations) use(operation, group);
  return users;
};

const schemaPrefix = "#/components/schemas/";

export const schemaNameOf = (reference: unknown): string | undefined =>
  typeof reference === "string" && reference.startsWith(schemaPrefix)
    ? reference.slice(schemaPrefix.length)
    : undefined;

const referencesIn = (part: unknown): string[] => {
  if (Array.isArray(part)) return part.flatMap(referencesIn);
  if (!isObject(part)) return [];
  const name = schemaNameOf(part.$ref);
  return name === undefined ? Object.values(part).flatMap(referencesIn) : [name];
};
