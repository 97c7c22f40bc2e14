// Files with thousands of columns of one name: making the names distinct may take the square of their number
// or more, within a build.

import type { Attack } from "../attack.js";
import { openDataset } from "../file-attack.js";

const columns = 9_999;
const repeated = (text: string): string => Array(columns).fill(text).join(",");

export const equalColumns: Attack = {
  name: "equal-columns",
  hasAccount: true,
  everyMs: 4_000,
  begin: async (target) => {
    const send = await openDataset(target, "equal-columns");
    return (number) => send("a.csv", Buffer.from(`${repeated("a")}\n${repeated(String(number))}\n`));
  },
};
