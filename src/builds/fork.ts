// A child process for work that needs the engine. It ends with this one, however this one ends.

import { type ChildProcess, fork } from "node:child_process";

export const forkChild = (module: URL, execArgv?: string[]): ChildProcess =>
  fork(module, {
    // The first is the lifeline: it closes when this process ends, and with it the child.
    stdio: ["pipe", "inherit", "inherit", "ipc"],
    // A process group of its own: a terminal's Ctrl-C is for the parent, which hears of it first.
    detached: true,
    ...(execArgv && { execArgv }),
  });
