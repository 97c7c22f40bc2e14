// Sentences about replays: how a file that was made again compares with the one that was delivered, and what
// people did.

import type { DifferenceCause } from "../domain/pipeline/replay.js";
import { english, type Formatter } from "./format.js";
import { counted } from "./plural.js";

interface ComparedFile {
  /** Absent: no delivered file is known. */
  delivered_at?: string | undefined;
  comparison: "equal" | "different" | "unknown";
  causes?: readonly DifferenceCause[] | undefined;
  further_causes?: number | undefined;
}

/** "Equal to the file that was delivered on 3 March 2026, byte for byte." */
export const comparisonSentence = (
  { delivered_at: at, comparison, causes = [], further_causes = 0 }: ComparedFile,
  { day, count }: Formatter = english,
): string => {
  if (comparison === "unknown" || at === undefined)
    return "No file that was delivered from these uploads is known.";
  if (comparison === "equal") return `Equal to the file that was delivered on ${day(at)}, byte for byte.`;
  const differs = `Differs from the file that was delivered on ${day(at)}`;
  if (causes.length === 0)
    return `${differs}, although uploads and definitions are the same: people may have been merged since, personas have other names, or Bellwether was updated.`;
  const further =
    further_causes > 0 ? [`there are ${counted(further_causes, "further cause", undefined, { count })}`] : [];
  return `${differs}, because ${[...new Set(causes.map(causeText)), ...further].join("; ")}.`;
};

/** What a replay by the dates of events is, and is not. */
export const asOfSentence =
  "As if each moment were today: events at or after it are not seen. Nothing like this was delivered then, and nothing was claimed: late events, corrections, attributes and matches of people are those of today.";

export const neverDelivered =
  "As of a past moment by the dates of events: never delivered, and nothing was claimed.";

const causeText = ({ code, name }: DifferenceCause): string => {
  const it = name === null ? "something that it was made from" : `“${name}”`;
  switch (code) {
    case "changed":
      return `${name === null ? "how people are matched" : it} has changed since`;
    case "added":
      return `${it} did not exist then`;
    case "deleted":
      return "something that it was made from has been deleted";
    case "files":
      return `files of ${it} were replaced, deleted or refused`;
    case "privacy":
      return "people have asked to be left out since";
  }
};
