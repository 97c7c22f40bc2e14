// Finding of an examination: one thing that was looked at, how it is, and what to do.

/** `warning`: nothing is broken, but someone should look. */
export type State = "ok" | "warning" | "repairable" | "broken";

export interface Finding {
  /** Such as `uploads`. */
  check: string;
  state: State;
  found: string;
  /** Advice; empty if it is ok. */
  advice: string;
}

export const ok = (check: string, found: string): Finding => ({ check, state: "ok", found, advice: "" });
