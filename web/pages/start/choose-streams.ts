// Which stream plays which role of a question: by its name, and no stream two roles.

import type { Role } from "./templates.js";

/** By role; roles for which no stream fits are not in it. With `fresh`, streams just uploaded, which go first. */
export const chooseStreams = (
  roles: readonly Role[],
  streams: readonly string[],
  fresh: readonly string[] = [],
): Record<string, string> => {
  const ordered = [...new Set([...fresh, ...streams])].filter((name) => streams.includes(name));
  const chosen: Record<string, string> = {};
  const free = () => ordered.filter((name) => !Object.values(chosen).includes(name));
  // What is meant by one name alone is settled before what could be any.
  for (const { role, likely } of roles.toReversed()) {
    const isElses = (name: string) => roles.some((other) => other.role !== role && other.likely.test(name));
    const fitting = free().filter((name) => likely.test(name));
    const found = fitting.find((name) => !isElses(name)) ?? fitting[0];
    if (found) chosen[role] = found;
  }
  const [only] = roles;
  const [any] = free();
  if (roles.length === 1 && only && any && !chosen[only.role]) chosen[only.role] = any;
  return chosen;
};
