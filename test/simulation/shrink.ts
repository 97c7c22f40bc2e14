// The shortest story that still fails: acts are left out, first many and then one at a time, as long as
// something is violated.

import type { Ended } from "./simulation.js";
import type { Story, Timed } from "./story.js";

/** Plays the story with fewer and fewer acts. A story that does not fail stays as it is. */
export const shortest = async (
  story: Story,
  play: (story: Story) => Promise<Ended>,
): Promise<{ ended: Ended; tries: number; acts: readonly Timed[] }> => {
  let { acts } = story;
  let ended = await play(story);
  let tries = 1;
  if (ended.violation === undefined) return { ended, tries, acts };
  for (let size = Math.ceil(acts.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < acts.length; ) {
      const fewer = acts.toSpliced(at, size);
      const tried = await play({ ...story, acts: fewer });
      tries++;
      if (tried.violation === undefined) at += size;
      else [acts, ended] = [fewer, tried];
    }
  return { ended, tries, acts };
};
