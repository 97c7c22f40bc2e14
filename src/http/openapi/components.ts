// Schemas with a title become components of that name, so that what is generated from the document has readable types. Two
// schemas of one title must be the same, for only one of them can be the component.

import { assert } from "../../errors/refusal.js";
import { isObject, type JsonObject, mapValues } from "../json.js";
import { exampleOf, type Side } from "./example.js";

export class Components {
  readonly schemas: Record<string, JsonObject> = {};
  readonly examples: Record<string, JsonObject> = {};

  /** A JSON body of the schema, with an example; those of titled schemas, and of lists of them, are kept once. */
  media(schema: JsonObject, side: Side): JsonObject {
    const hoisted = this.hoist(schema);
    const value = exampleOf(schema, side);
    const name = nameOf(schema);
    if (name === undefined) return { schema: hoisted, example: value };
    this.examples[name] = { value };
    return { schema: hoisted, examples: { [name]: { $ref: `#/components/examples/${name}` } } };
  }

  /** The schema with every titled schema in it replaced by a reference to its component. */
  hoist(schema: unknown): JsonObject {
    return this.replace(schema) as JsonObject;
  }

  private replace(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((item) => this.replace(item));
    if (!isObject(schema)) return schema;
    const { title } = schema;
    const inner = mapValues(schema, (value, key) => (isExample(key) ? value : this.replace(value)));
    if (typeof title !== "string") return inner;
    this.keep(title, inner);
    return { $ref: `#/components/schemas/${title}` };
  }

  private keep(title: string, schema: JsonObject): void {
    const known = this.schemas[title];
    assert(!known || JSON.stringify(known) === JSON.stringify(schema), `two schemas are titled ${title}`);
    this.schemas[title] = schema;
  }
}

const nameOf = ({ title, items }: JsonObject): string | undefined => {
  if (typeof title === "string") return title;
  return isObject(items) && typeof items.title === "string" ? `${items.title}List` : undefined;
};

const isExample = (key: string): boolean => key === "examples" || key === "default" || key === "enum";
