// Large and hostile bodies of JSON, fifty at once: deep, wide, with thousands of conditions, fields and
// escaped characters. Each once took much of the server's only thread or memory.

import { ask } from "../ask.js";
import type { Attack } from "../attack.js";
import { hostileRequests } from "../requests.js";

const atOnce = 50;

export const largeBodies: Attack = {
  name: "large-bodies",
  hasAccount: true,
  everyMs: 3_000,
  begin: (target) => async () => {
    await Promise.all(
      Array.from({ length: atOnce }, (_, i) => {
        const { path, body } = hostileRequests[i % hostileRequests.length]!;
        return ask(target, { method: "POST", path, body });
      }),
    );
  },
};
