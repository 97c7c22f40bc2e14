// A replay is made once, and again when people ask to be left out. What it reads besides is of its dates, and
// so no part of the plan: see `execute/replay.ts`.

import { Waiting } from "../kind/account.js";
import type { Kind } from "../kind/kind.js";
import type { ReplayInput } from "./step.js";

/** The input is made while the dates are built; before, there is none of them. */
export const replays: Kind<"replays", ReplayInput> = {
  version: 1,
  read: ({ config }, account) => {
    const people = account.ofType("people")[0]?.result;
    if (!people) throw new Waiting("Waiting for customers to be matched.");
    const listed = Object.entries(people.privacy ?? {}).map(([id, { print }]) => [id, print]);
    return {
      from: { config, ...(listed.length > 0 && { listed: listed.sort() }) },
      input: () => ({ today: null, dates: [] }),
    };
  },
};
