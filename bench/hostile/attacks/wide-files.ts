// Files as wide as they may be: 990 columns of texts. An engine that has a buffer for each column takes more
// memory than a build has.

import type { Attack } from "../attack.js";
import { openDataset } from "../file-attack.js";

const others = 986;
const rows = 200;

const wideFile = (number: number): Buffer => {
  const names = Array.from({ length: others }, (_, i) => `p${i}`);
  const values = (row: number) => names.map((_, i) => `${number}.${row * i}`);
  const row = (i: number) => [i, `p${i}@example.com`, "2024-01-01", number, ...values(i)].join(",");
  return Buffer.from(
    [
      ["id", "email", "date", "amount", ...names].join(","),
      ...Array.from({ length: rows }, (_, i) => row(i)),
    ].join("\n"),
  );
};

export const wideFiles: Attack = {
  name: "wide-files",
  hasAccount: true,
  everyMs: 4_000,
  begin: async (target) => {
    const send = await openDataset(target, "wide-files");
    // Two files by turns, made once: each replaces the other, and is read again.
    const files = [wideFile(1), wideFile(2)];
    return (number) => send("a.csv", files[number % files.length]!);
  },
};
