// Privacy lists in words: how many rows matched people, which matched nobody, and which take out many people.
// Rows are named by file and line, so that no text repeats a contact.

import {
  crowdSize,
  type ListEntry,
  type PrivacyFindings,
  type PrivacyMode,
} from "../domain/people/privacy.js";
import { english, type Formatter } from "./format.js";
import { counted, listed, people } from "./plural.js";

const { count } = english;

/** "7 of 10 rows match 9 people." */
export const matchesInWords = ({ rows, matched_rows, people: gone }: PrivacyFindings): string =>
  `${count(matched_rows)} of ${counted(rows, "row")} match ${people(gone)}.`;

/** Sentences; empty if every row matches somebody, and none more than a few people. */
export const privacyWarnings = (found: PrivacyFindings): string[] => [...unmatched(found), ...crowded(found)];

const unmatched = ({ rows, matched_rows, entries }: PrivacyFindings): string[] => {
  const missing = rows - matched_rows;
  if (missing === 0) return [];
  const where = placesOf(
    entries.filter((entry) => entry.people === 0),
    missing,
  );
  return [
    `${count(missing)} of ${counted(rows, "row")} of this list matched nobody (${where}). Compare their spelling with your data, and ` +
      "list everything that identifies these people.",
  ];
};

const crowded = ({ crowded_rows, entries }: PrivacyFindings): string[] => {
  if (crowded_rows === 0) return [];
  const [most] = entries.filter((entry) => entry.people > crowdSize);
  const example = most ? ` (${placesOf([most], 1)}: ${people(most.people)})` : "";
  return [
    `${counted(crowded_rows, "row")} of this list ${crowded_rows === 1 ? "excludes" : "exclude"} more than ${crowdSize} people${example}. ` +
      "Whoever has a listed contact is excluded, also if several people share it; remove the row if that is wrong.",
  ];
};

const maxPlaces = 5;

/** "gone.csv, lines 2, 5 and 9": the first few of `total` rows. */
const placesOf = (entries: readonly ListEntry[], total: number): string => {
  const byFile = new Map<string | null, number[]>();
  for (const { file, line } of entries.slice(0, maxPlaces))
    byFile.set(file, [...(byFile.get(file) ?? []), line]);
  const places = [...byFile].map(([file, lines]) => `${file ?? "combined rows"}, ${linesOf(lines, file)}`);
  const more = total - Math.min(maxPlaces, entries.length);
  return `${places.join("; ")}${more > 0 ? ` and ${count(more)} more` : ""}`;
};

const linesOf = (lines: readonly number[], file: string | null): string => {
  const one = file === null ? "row" : "line";
  return `${one}${lines.length === 1 ? "" : "s"} ${listed(lines.map(String))}`;
};

/** Progress of a request. Moments are epoch milliseconds; null: not yet. */
export interface Completion {
  mode: PrivacyMode;
  remadeAt: number | null;
  goneAt: number | null;
  /** Results that hold the people, and those of them that were made again. */
  results: number;
  remade: number;
  /** Rows about people on deletion lists in uploaded files. */
  uploadedRows: number;
}

/** One or two sentences. Null: no build has applied the list yet. */
export const completionInWords = (
  completion: Completion | null,
  { count: show, moment }: Pick<Formatter, "count" | "moment"> = english,
): string => {
  if (completion === null) return "The list is not applied yet: the people are not built with it.";
  const { mode, remadeAt, goneAt, results, remade } = completion;
  if (remadeAt === null)
    return `${show(remade)} of ${counted(results, "result", "results", { count: show })} are built again without these people.`;
  const since = `All results are built again without these people since ${moment(remadeAt)}.`;
  if (mode === "suppress")
    return `${since} Their rows stay in uploads and datasets: a suppression list deletes nothing.`;
  return goneAt === null
    ? `${since} ${remainder(completion, show)}`
    : `No file except this list holds them since ${moment(goneAt)}.${again(completion, show)}`;
};

const remainder = ({ uploadedRows }: Completion, show: Formatter["count"]): string =>
  uploadedRows === 0
    ? "The replaced files are being removed."
    : `Uploaded files still hold ${counted(uploadedRows, "row", "rows", { count: show })} about people on deletion lists: upload these files again without them.`;

/** A file with the people may arrive again, as a monthly export does. */
const again = ({ uploadedRows }: Completion, show: Formatter["count"]): string =>
  uploadedRows === 0
    ? ""
    : ` Files that arrived since hold ${counted(uploadedRows, "row", "rows", { count: show })} about people on deletion lists.`;
