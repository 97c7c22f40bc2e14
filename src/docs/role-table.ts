// Table of what each role may do, from the OpenAPI document.

import { type Role, roles } from "../domain/account/role.js";
import { isObject } from "../domain/resource/json.js";
import type { OpenApi } from "./openapi.js";

interface Row {
  least: Role;
  operation: string;
  summary: string;
  isOwnConcern: boolean;
}

/** As Markdown, the highest role first. */
export const roleTable = ({ paths }: OpenApi): string => {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]): Row[] =>
      isObject(operation) && operation["x-least-role"]
        ? [
            {
              least: operation["x-least-role"] as Role,
              operation: `\`${method.toUpperCase()} ${path}\``,
              summary: String(operation.summary),
              isOwnConcern: "x-own-concern" in operation,
            },
          ]
        : [],
    ),
  );
  const ordered = roles.flatMap((role) => rows.filter(({ least }) => least === role));
  return ["| least role | operation | |", "|---|---|---|", ...ordered.map(rowText), ""].join("\n");
};

const rowText = ({ least, operation, summary, isOwnConcern }: Row): string =>
  `| ${least}${isOwnConcern ? "; for oneself, any" : ""} | ${operation} | ${summary} |`;
