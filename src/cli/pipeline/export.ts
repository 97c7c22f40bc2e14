// Export of an account as a pipeline file: what its owner wrote of each resource in use, with names in place
// of ids. Applied to the same account it changes nothing; applied to another it creates the same pipeline.

import { Document } from "yaml";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { mapValues } from "../../http/json.js";
import type { ServerRecord } from "../resources/find.js";
import { createSchema } from "../resources/openapi.js";
import { set, unset } from "../resources/paths.js";
import { mapReferences } from "../resources/references.js";
import { displayName, type Type, types } from "../resources/types.js";
import { canonical, writtenPart } from "./comparison.js";
import { escapeReferences } from "./environment.js";
import { Names } from "./names.js";
import type { ServerState } from "./plan.js";
import { spellingOf } from "./spellings.js";

export interface Export {
  /** YAML. */
  text: string;
  /** Variables that `apply` needs, because the service does not tell passwords. */
  secrets: string[];
}

/** Throws if two resources in use have the same name, since a file could not tell them apart. */
export const exportPipeline = ({ api, records }: ServerState, opening: string): Export => {
  const names = new Names([], records);
  const secrets: string[] = [];
  const described = (type: Type, record: ServerRecord): JsonObject => {
    const own = canonical(type, writtenPart(api, type, record));
    const named = mapReferences(type, own, (id, referred) => names.keyOfId(referred, id));
    const body = mapTexts(unset(named, type.namedBy ?? "name"), escapeReferences) as JsonObject;
    const spelling = spellingOf(type);
    return (spelling.secretsOf?.(record) ?? spelling.secrets ?? []).reduce((withSecrets, path) => {
      const variable = variableOf(displayName(type, record), path);
      secrets.push(variable);
      return set(withSecrets, path, `\${${variable}}`);
    }, body);
  };
  const content = types
    .filter((type) => createSchema(api, type) !== undefined)
    .map((type): [string, JsonObject] => {
      const used = (records.get(type) ?? []).filter((record) => isExported(type, record)).toReversed();
      requireDistinct(type, used);
      const entries = used.map((record) => [displayName(type, record), described(type, record)]);
      return [type.path, Object.fromEntries(entries)];
    })
    .filter(([, named]) => Object.keys(named).length > 0);
  const document = new Document(Object.fromEntries(content));
  document.commentBefore = opening;
  return { text: document.toString({ lineWidth: 110 }), secrets };
};

/** Traits come with their datasets; only those that their owner has named or described are exported too. */
const isExported = (
  { isMadeByOthers }: Type,
  { archived_at, name, literate, unit, description }: ServerRecord,
): boolean => {
  if (archived_at !== undefined) return false;
  return !isMadeByOthers || literate !== name || unit !== undefined || description !== undefined;
};

const requireDistinct = (type: Type, records: readonly ServerRecord[]): void => {
  const names = records.map((record) => displayName(type, record));
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    throw new Error(
      `Several ${type.path} are called ${twice}, and a file needs one name for each. Rename all but one.`,
    );
};

/** `Warehouse` and `options.password` → `WAREHOUSE_PASSWORD` */
const variableOf = (name: string, path: string): string => {
  const words = `${name} ${path.split(".").at(-1)}`.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  const variable = words.join("_");
  return /^\d/.test(variable) ? `_${variable}` : variable;
};

const mapTexts = (value: unknown, map: (text: string) => string): unknown => {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  return isObject(value) ? mapValues(value, (inner) => mapTexts(inner, map)) : value;
};
