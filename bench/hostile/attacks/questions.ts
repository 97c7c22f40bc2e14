// Questions that need a process: previews of cohorts and searches for people, twenty at once. Two processes
// answer those of all accounts.

import { ask } from "../ask.js";
import type { Attack } from "../attack.js";

const atOnce = 10;

export const questions: Attack = {
  name: "questions",
  hasAccount: true,
  everyMs: 2_000,
  begin: (target) => async (number) => {
    const preview = (i: number) => ({
      name: `Preview ${number} ${i}`,
      stream_name: "transaction",
      min_count: i + 1,
    });
    await Promise.all(
      Array.from({ length: atOnce }, (_, i) => [
        ask(target, { method: "POST", path: "/cohorts/preview", body: preview(i) }),
        ask(target, { path: `/people?email=nobody${i}@example.com` }),
      ]).flat(),
    );
  },
};
