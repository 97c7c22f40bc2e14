// The step of a connection: lists the tables, files or lists that are there. A result shows that the connection works.

import type { ResultOf } from "../../domain/kinds/kinds.js";
import { Refusal, refuse } from "../../errors/refusal.js";
import type { Step } from "../kind/kind.js";
import { type ConnectionAccess, isBucketAccess, isProgramAccess } from "./access.js";
import { withDatabase } from "./registry.js";

/** Refuses `connection-failed` also for temporary faults: the owner wants to know at once. */
export const buildConnection: Step<ConnectionAccess, ResultOf<"connections">> = async (
  access,
  { progress },
) => {
  progress(0, "Connecting");
  try {
    return { tables: await contentsOf(access) };
  } catch (error) {
    if (error instanceof Refusal && isUnreachable(error)) throw refuse("connection-failed", error.params);
    throw error;
  }
};

const isUnreachable = ({ code }: Refusal): boolean =>
  code === "database-unreachable" || code === "bucket-unreachable" || code === "program-unreachable";

const contentsOf = async (access: ConnectionAccess): Promise<string[]> => {
  if (isProgramAccess(access)) return (await (await import("./program/open.js")).openProgram(access)).lists();
  if (!isBucketAccess(access)) return withDatabase(access, (database) => database.listTables());
  const { withStorage } = await import("./storage/open.js");
  return withStorage(access, (storage) => storage.contents());
};
