// A connection as it is read: how it connects, but for the password, and what there is.

import type { Resource } from "../../store/resources.js";
import type { JsonObject } from "../json.js";
import { recordOf } from "./record.js";

export const renderConnection = (connection: Resource<"connections">): JsonObject => {
  const { config, result, status, statusError } = connection;
  const { sealed_password: _, ...options } = config.options;
  return recordOf(connection, {
    options,
    directionality: "bidirectional",
    managed: false,
    contents: result?.tables.map((name) => ({ name })),
    contents_error: status === "error" ? statusError : undefined,
  });
};
