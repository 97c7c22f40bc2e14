// How a command ends, for scripts. Whatever goes wrong is an error whose message is for the reader; its class says how
// the program exits.

import { NoAnswer } from "./client.js";

export const exitCodes = {
  done: 0,
  refused: 1,
  misused: 2,
  unreachable: 3,
  different: 4,
  interrupted: 130,
};

export const exitTexts: Record<keyof typeof exitCodes, string> = {
  done: "It is done.",
  refused: "The service refused it, or a build was refused; standard error says what to do.",
  misused: "The command line or a file given to it is wrong. Nothing was done.",
  unreachable: "The service gave no answer.",
  different: "`plan --check`: the service is not as the file describes.",
  interrupted: "It was interrupted.",
};

/** The command line, or a file that it names, is wrong. */
export class Misuse extends Error {
  override readonly name = "Misuse";
}

/** What was to be checked differs. */
export class Different extends Error {
  override readonly name = "Different";
}

export class Interrupted extends Error {
  override readonly name = "Interrupted";
  constructor() {
    super("Interrupted.");
  }
}

/** Of the error, or of what caused it. */
export const exitCodeOf = (error: unknown): number => {
  if (error instanceof Misuse) return exitCodes.misused;
  if (error instanceof NoAnswer) return exitCodes.unreachable;
  if (error instanceof Different) return exitCodes.different;
  if (error instanceof Interrupted) return exitCodes.interrupted;
  return error instanceof Error && error.cause !== undefined ? exitCodeOf(error.cause) : exitCodes.refused;
};
