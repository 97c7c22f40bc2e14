// Uploads at the same time: together they are more than the account may store, each alone is not. Half of
// them do not say how long they are. What is stored counts only once it is too late, unless places are taken
// while bytes arrive.

import { ask } from "../ask.js";
import type { Attack } from "../attack.js";

const atOnce = 16;
const bytes = Buffer.alloc(8 * 2 ** 20, "1,2,3\n");

export const uploadsAtOnce: Attack = {
  name: "uploads-at-once",
  hasAccount: true,
  everyMs: 10_000,
  begin: (target) => async () => {
    const paths = Array.from({ length: atOnce }, (_, i) => `/uploads/at-once/${i}.csv`);
    const stored = await Promise.all(
      paths.map((path, i) => {
        const headers = i % 2 === 0 ? { "transfer-encoding": "chunked" } : undefined;
        return ask(target, { method: "POST", path, body: bytes, ...(headers && { headers }) });
      }),
    );
    for (const [i, { status }] of stored.entries())
      if (status === 200) await ask(target, { method: "DELETE", path: paths[i]! });
  },
};
