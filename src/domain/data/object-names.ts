// Names of a bucket's objects: which of them are files to read, below a directory or by a pattern. `*` stands
// for any characters but a slash, `**` for any characters.

import { objectEnding, readableEnding } from "./file-format.js";

const readable = new RegExp(objectEnding, "i");
const readableIfNamed = new RegExp(readableEnding, "i");

/** The directory before the first `*`, without a slash at its end; a file is a directory, too. */
export const literalDirectory = (place: string): string => {
  const [literal = ""] = place.split("*");
  const directory = place.includes("*") ? literal.slice(0, literal.lastIndexOf("/") + 1) : literal;
  return directory.replace(/\/+$/, "");
};

/** The longest beginning that the names of all files of a place have. */
export const literalBeginning = (place: string): string => place.split("*")[0]!.replace(/\/+$/, "");

/** Whether a name is that of a file of the place; the place is a directory, a file or a pattern. */
export const namesAt = (place: string): ((name: string) => boolean) => {
  if (place.includes("*")) {
    const pattern = patternOf(place);
    return (name) => pattern.test(name);
  }
  const directory = place.replace(/\/+$/, "");
  return (name) => directory === "" || name === directory || name.startsWith(`${directory}/`);
};

const patternOf = (place: string): RegExp => {
  const parts = place.split(/(\*\*|\*)/).map((part) => {
    if (part === "**") return ".*";
    return part === "*" ? "[^/]*" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`, "s");
};

/**
 * Whether a program that reads files reads one of this name: no part of it is hidden, as those are that
 * programs write while they work (`_SUCCESS`, `_temporary/…`, `.part.crc`), and it ends as a readable file
 * does, or has no ending. A place that ends in `.json` says that JSON is not only a description.
 */
export const isReadableName = (name: string, place = ""): boolean => {
  const parts = name.split("/");
  const last = parts.at(-1)!;
  const ending = /\.json(\.\w+)?$/i.test(place) ? readableIfNamed : readable;
  return (
    last !== "" && !parts.some((part) => /^[._]/.test(part)) && (ending.test(last) || !last.includes("."))
  );
};
