// Question before something is deleted for good, at an interactive terminal. Scripts have no terminal and are
// not asked.

import { UsageError } from "./exit.js";
import type { Terminal } from "./terminal.js";

export const withoutAsking = {
  yes: { type: "boolean", text: "Delete without asking. Without an interactive terminal, nothing is asked." },
} as const;

/**
 * `consequence` says what is lost, and how it can be kept or made again. Throws `UsageError` unless the user agrees.
 */
export const confirmDeletion = async (
  consequence: string,
  { yes }: { yes?: boolean },
  terminal: Terminal,
): Promise<void> => {
  if (yes) return;
  const answer = await terminal.confirm(`${consequence}\nDelete it?`);
  if (answer === false) throw new UsageError("Nothing was deleted.");
};
