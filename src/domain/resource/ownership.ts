// Ownership of a resource: who made it, by which means, and what somebody wrote about it for the others.

import type { EpochMs } from "./resource.js";

export interface Maker {
  /** `key`: a program with an API key. `session`: a signed-in user. */
  type: "key" | "session";
  /** Name of the key, or e-mail address of the user, of that time. */
  name: string;
}

export interface Note {
  text: string;
  /** E-mail address of the user, or name of the key. */
  by: string;
  at: EpochMs;
}
