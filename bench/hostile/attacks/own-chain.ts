// A file each second into the adversary's own chain, which then never stops being built. Builds of one
// account must leave room for those of others.

import { ask } from "../ask.js";
import type { Attack } from "../attack.js";

export const ownChain: Attack = {
  name: "own-chain",
  hasAccount: true,
  everyMs: 1_000,
  begin: (target) => {
    const [header, ...rows] = target.aim.orders.trimEnd().split("\n");
    return (number) =>
      ask(target, {
        method: "POST",
        path: `/uploads/transactions/more-${number}.csv`,
        body: Buffer.from(`${header}\n${rows[number % rows.length]}\n`),
      });
  },
};
