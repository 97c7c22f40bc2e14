// Facts about the output of a deployment: rows, columns and size, how old it is, and what to expect of its people.

import { formatBytes, formatCount } from "../../ui/format.js";
import { Facts } from "../../ui/panel.js";
import type { Target } from "./draft.js";
import { Freshness } from "./freshness.js";

export const OutputFacts = ({ target }: { target: Target }) => {
  const {
    row_count: rows,
    left_out_count: left,
    contacted_count: contacted,
    file_size: bytes,
    columns,
  } = target;
  return (
    <>
      <Facts
        facts={[
          ["Rows", rows === undefined ? "not built yet" : formatCount(rows)],
          ["People without a row", left === undefined || left === 0 ? undefined : formatCount(left)],
          ["Left out by their contacts", contacted === undefined ? undefined : formatCount(contacted)],
          ["Columns", columns && formatCount(columns.length)],
          ["Size", bytes === undefined ? undefined : formatBytes(bytes)],
        ]}
      />
      {rows !== undefined && <Freshness target={target} />}
    </>
  );
};
