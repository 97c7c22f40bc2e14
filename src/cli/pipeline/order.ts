// What refers to others is made after them. Types are in that order already; of one type, some may refer to others.

import { mapReferences } from "../resources/references.js";
import type { Described } from "./file.js";

/** Each after those that it names, and otherwise as they were. */
export const inOrder = (described: readonly Described[]): Described[] => {
  const ordered = new Set<Described>();
  const seen = new Set<Described>();
  const place = (each: Described): void => {
    if (seen.has(each)) return;
    seen.add(each);
    for (const named of namedBy(each, described)) place(named);
    ordered.add(each);
  };
  for (const each of described) place(each);
  return [...ordered];
};

const namedBy = ({ type, body }: Described, described: readonly Described[]): Described[] => {
  const named: Described[] = [];
  mapReferences(type, body, (written, referred) => {
    named.push(...described.filter((other) => other.type === referred && other.name === written));
    return written;
  });
  return named;
};
