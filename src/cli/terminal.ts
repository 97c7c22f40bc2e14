// What a command may use of the world: where its results go, where it says what it is doing, and whom it can ask.

import type { Output } from "./screen.js";

export interface Terminal {
  /** Results, and nothing else. */
  out: Output;
  /** Progress and trouble. */
  err: Output;
  environment: Readonly<Record<string, string | undefined>>;
  /** The answer of whoever sits there; null where nobody does. */
  confirm(question: string): Promise<boolean | null>;
  /** A secret to be: typed twice without being shown, or the first line of what is piped in. */
  newSecret(question: string): Promise<string>;
  /** Aborted with `Interrupted` when the command is to end. */
  signal: AbortSignal;
}
