// Types of the Python client: a TypedDict for each schema of the OpenAPI document, with its descriptions.
// Generated text; `npm run clients` rewrites it.

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

export interface Document {
  components: { schemas: Record<string, Schema> };
}

/** Text of the module. Objects within objects become types of their own, named by their place. */
export const pythonTypes = ({ components: { schemas } }: Document): string => {
  const classes: string[] = [];
  const names = new Set(Object.keys(schemas).map(className));

  const typeOf = (schema: Schema, place: string): string => {
    if (schema.$ref !== undefined) return className(schema.$ref.split("/").at(-1)!);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(", ")}]`;
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return union(options.map((option, i) => typeOf(option, `${place}${i + 1}`)));
    if (Array.isArray(schema.type))
      return union(schema.type.map((type) => typeOf({ ...schema, type }, place)));
    if (schema.type === "array")
      return `List[${schema.items ? typeOf(schema.items, `${place}Item`) : "Any"}]`;
    if (schema.properties) return declared(schema, freeName(place));
    if (schema.type === "object") return `Dict[str, ${valuesOf(schema, place)}]`;
    return scalars[schema.type ?? ""] ?? "Any";
  };
  const valuesOf = ({ additionalProperties: values }: Schema, place: string): string =>
    typeof values === "object" ? typeOf(values, `${place}Value`) : "Any";
  const freeName = (place: string): string => {
    let name = place;
    for (let i = 2; names.has(name); i++) name = `${place}${i}`;
    names.add(name);
    return name;
  };
  const declared = (schema: Schema, name: string): string => {
    classes.push(classText(schema, name, (field, of) => typeOf(of, name + className(field))));
    return name;
  };

  for (const [title, schema] of Object.entries(schemas)) {
    const name = className(title);
    if (schema.properties) declared(schema, name);
    else classes.push(`${name} = ${quoteForwards(typeOf(schema, `${name}Value`))}`);
  }
  return `${header}${classes.join("\n\n\n")}\n`;
};

const header = `"""Types of the API's bodies. Generated from the OpenAPI document: do not edit."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union


`;

const scalars: Record<string, string> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

const classText = (
  { description, properties = {}, required = [] }: Schema,
  name: string,
  typeOf: (field: string, schema: Schema) => string,
): string => {
  const fields = Object.entries(properties);
  const block = (chosen: readonly [string, Schema][]): string =>
    chosen.map(([field, schema]) => fieldText(field, typeOf(field, schema), schema.description)).join("");
  const doc = docstring(description ?? name);
  if (fields.some(([field]) => !isIdentifier(field))) {
    const entries = fields.map(
      ([field, schema]) => `    ${literal(field)}: ${JSON.stringify(typeOf(field, schema))},`,
    );
    return `${name} = TypedDict(\n    ${literal(name)},\n    {\n${entries.map((line) => `    ${line}\n`).join("")}    },\n    total=False,\n)`;
  }
  const needed = fields.filter(([field]) => required.includes(field));
  const others = fields.filter(([field]) => !required.includes(field));
  if (others.length === 0) return `class ${name}(TypedDict):\n${doc}${block(needed)}`.trimEnd();
  if (needed.length === 0) return `class ${name}(TypedDict, total=False):\n${doc}${block(others)}`.trimEnd();
  const base =
    `class _${name}Required(TypedDict):\n${docstring(`Required fields of ${name}.`)}${block(needed)}`.trimEnd();
  return `${base}\n\n\nclass ${name}(_${name}Required, total=False):\n${doc}${block(others)}`.trimEnd();
};

const fieldText = (field: string, type: string, description: string | undefined): string =>
  `    ${field}: ${type}\n${description === undefined ? "" : docstring(description)}`;

const docstring = (text: string): string => {
  const safe = text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replace(/\s+/g, " ").trim();
  return `    """${safe}${safe.endsWith('"') ? " " : ""}"""\n`;
};

const union = (types: readonly string[]): string => {
  const distinct = [...new Set(types)];
  return distinct.length === 1 ? distinct[0]! : `Union[${distinct.join(", ")}]`;
};

/** An alias is evaluated when the module is read, before later classes exist. */
const quoteForwards = (type: string): string =>
  type.replace(/\b(?!Any\b|Dict\b|List\b|Literal\b|Union\b|None\b)[A-Z]\w+/g, (name) => JSON.stringify(name));

const literal = (value: unknown): string =>
  value === true ? "True" : value === false ? "False" : value === null ? "None" : JSON.stringify(value);

/** `merge_patch` becomes `MergePatch`. */
const className = (name: string): string =>
  name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());

const keywords = new Set([
  "if",
  "in",
  "is",
  "from",
  "class",
  "not",
  "or",
  "and",
  "with",
  "as",
  "import",
  "global",
  "lambda",
  "pass",
  "None",
]);
const isIdentifier = (name: string): boolean =>
  /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name) && !name.startsWith("__");
