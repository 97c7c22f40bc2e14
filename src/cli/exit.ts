// Exit codes of commands, for scripts. Each failure is an error whose message is for the user and whose class
// decides the code.

import { NoResponse } from "./client.js";

export const exitCodes = {
  done: 0,
  refused: 1,
  misused: 2,
  unreachable: 3,
  different: 4,
  damaged: 5,
  interrupted: 130,
};

export const exitTexts: Record<keyof typeof exitCodes, string> = {
  done: "Success.",
  refused: "The service refused the request, or a build failed; standard error has the advice.",
  misused: "The command line, or a file that it names, is wrong. Nothing was changed.",
  unreachable: "The service did not respond.",
  different: "`plan --check`: the service differs from the file.",
  damaged: "`doctor` or `audit verify` found damage, or `backup` left damaged files out.",
  interrupted: "Interrupted.",
};

/** The command line, or a file that it names, is wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** `plan --check` found a difference. */
export class PlanDiffers extends Error {
  override readonly name = "Different";
}

/** `doctor` or `audit verify` found damage, or `backup` left damaged files out. */
export class Damaged extends Error {
  override readonly name = "Damaged";
}

export class Interrupted extends Error {
  override readonly name = "Interrupted";
  constructor() {
    super("Interrupted.");
  }
}

/** Decided by the error or, if it has no class of its own, by its cause. */
export const exitCodeOf = (error: unknown): number => {
  if (error instanceof UsageError) return exitCodes.misused;
  if (error instanceof NoResponse) return exitCodes.unreachable;
  if (error instanceof PlanDiffers) return exitCodes.different;
  if (error instanceof Damaged) return exitCodes.damaged;
  if (error instanceof Interrupted) return exitCodes.interrupted;
  return error instanceof Error && error.cause !== undefined ? exitCodeOf(error.cause) : exitCodes.refused;
};
