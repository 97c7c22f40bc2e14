// Entries that the finder offers: pages, actions and resources, by the words of what is typed.

import { resourceLabels } from "../../../src/words/labels.js";
import { type Kind, pageOf, type Records } from "../../api/kinds.js";
import { advancedPages, mainPages } from "../../shell/navigation.js";

export interface Found {
  to: string;
  label: string;
  /** Sort of entry: "page", "cohort". */
  about: string;
}

const places: readonly Found[] = [
  ...[...mainPages, ...advancedPages].map(({ to, label }) => ({ to, label, about: "page" })),
  { to: "/settings/audit", label: "Audit log", about: "page" },
  { to: "/claims", label: "Did it come true? Claims", about: "page" },
  { to: "/people/decisions", label: "Decisions on people", about: "page" },
  { to: "/predictions/new", label: "New prediction", about: "action" },
  { to: "/cohorts/new", label: "New cohort", about: "action" },
  { to: "/pipelines/new", label: "New pipeline", about: "action" },
  { to: "/deployments/new", label: "New deployment", about: "action" },
  { to: "/data", label: "Upload files", about: "action" },
];

/** More would not be read. */
const maxFound = 12;

/** Entries whose label or type has every word; labels that begin with the text come first. */
export const entriesFor = (text: string, records: readonly Records[Kind][]): Found[] => {
  const typed = text.trim().toLowerCase();
  const words = typed.split(/\s+/).filter(Boolean);
  const resources = records
    .filter(({ archived_at }) => !archived_at)
    .map(({ id, name, resource_type: type }): Found => {
      const kind = type as Kind;
      return { to: pageOf(kind, id), label: name, about: resourceLabels[kind].one };
    });
  const all = [...places, ...resources];
  const found = all.filter(({ label, about }) => {
    const searched = `${label} ${about}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const isFirst = ({ label }: Found) => typed !== "" && label.toLowerCase().startsWith(typed);
  return found.sort((a, b) => Number(isFirst(b)) - Number(isFirst(a))).slice(0, maxFound);
};
