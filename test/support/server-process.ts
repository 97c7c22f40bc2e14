// Processes of database servers: started with the tests, and ended with them.

import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";

export const isRoot = process.getuid?.() === 0;

/** The command before that of a server, so that it gets the signal when the process that started it ends. */
export const endsWithParent = (signal: "QUIT" | "TERM") => ["setpriv", `--pdeathsig=${signal}`];

/**
 * Null when it says that it is ready; what it said if it ends instead. Goes on reading: the server waits when
 * nobody reads its log.
 */
export const ready = (server: ChildProcess, words: string): Promise<string | null> =>
  new Promise((resolve) => {
    let said = "";
    server.stderr!.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-10_000);
      if (said.includes(words)) resolve(null);
    });
    server.once("close", () => resolve(said));
  });

export const ended = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
};

export const userId = (name: string): number | undefined => {
  try {
    return Number(execFileSync("id", ["-u", name], { stdio: ["ignore", "pipe", "ignore"] }));
  } catch {
    return undefined;
  }
};
