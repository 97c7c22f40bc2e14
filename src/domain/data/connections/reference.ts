// Reference page of the types of connections, made from their descriptors.

import type { Descriptor } from "./descriptor.js";
import { connectionTypes, descriptorOf } from "./registry.js";

/** Markdown of `docs/reference/connection-types.md`. */
export const connectionsReference = (): string =>
  [...opening, ...connectionTypes.flatMap((type) => sectionOf(type, descriptorOf(type)))].join("\n");

const opening = [
  "# Types of connections",
  "",
  "Fields of `options` by type, and the limits of each. [Connections](../connections.md) and [buckets](../buckets.md) say how they are used.",
  "",
];

const sectionOf = (type: string, descriptor: Descriptor): string[] => {
  const { title, aliases, fields, secret, cannot } = descriptor;
  const others = Object.keys(aliases).map(code).join(", ");
  return [
    `## ${code(type)}: ${title}`,
    "",
    ...(others === "" ? [] : [`The same by another name: ${others}.`, ""]),
    "| field | in the console | default | meaning |",
    "|---|---|---|---|",
    ...Object.entries(fields).map(([name, field]) => {
      const usual =
        field.default === undefined ? (field.isOptional ? "none" : "required") : `${field.default}`;
      return row(name, field.group === null ? "" : field.title, usual, field.about);
    }),
    row(
      secret.name,
      secret.title,
      "required",
      `${secret.about} It is stored encrypted and never shown again.`,
    ),
    "",
    ...cannot.map((limit) => `- ${limit}`),
    "",
  ];
};

const row = (name: string, ...cells: string[]): string => `| ${[code(name), ...cells].join(" | ")} |`;

const code = (text: string): string => `\`${text}\``;
