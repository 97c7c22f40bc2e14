// Facts about the output of a deployment: rows, columns, size and date.

import { formatBytes, formatCount, formatDay } from "../../ui/format.js";
import { Facts } from "../../ui/panel.js";
import type { Target } from "./draft.js";

export const OutputFacts = ({ target }: { target: Target }) => {
  const { row_count: rows, left_out_count: left, file_size: bytes, columns, data_through: through } = target;
  return (
    <Facts
      facts={[
        ["Rows", rows === undefined ? "not built yet" : formatCount(rows)],
        ["People without a row", left === undefined || left === 0 ? undefined : formatCount(left)],
        ["Columns", columns && formatCount(columns.length)],
        ["Size", bytes === undefined ? undefined : formatBytes(bytes)],
        ["As of", through && formatDay(through)],
      ]}
    />
  );
};
