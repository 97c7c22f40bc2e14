// A decision in words.

import { formatCounted } from "../../ui/format.js";

interface Decision {
  kind: "split" | "merge";
  record_ids: readonly string[];
  other_record_ids: readonly string[];
}

export const decisionInWords = ({ kind, record_ids, other_record_ids }: Decision): string =>
  kind === "merge"
    ? "Two people are one."
    : `${formatCounted(record_ids.length, "record is", "records are")} not the same person as ${formatCounted(other_record_ids.length, "other")}.`;
