// Lake as a source: a table that a cluster reads, which is asked for a new version from time to time.

import type { DatasetSource } from "./source.js";

const tableHours = 24;

export const lake: DatasetSource = {
  types: ["spark_table"],
  plan: () => ({
    from: {},
    input: ({ tables }) => ({ table: { granted: tables, hours: tableHours } }),
  }),
  open: async (input, tools, use) => (await import("./lake-rows.js")).openLake(input, tools, use),
};
