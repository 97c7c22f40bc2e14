// A clock that differs from the machine's by a number of seconds, which a test changes while a process of its own runs.
// Needs libfaketime.

import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";

const library = ["x86_64", "aarch64"]
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file));

export const hasMovableClock = library !== undefined;

export interface MovableClock {
  /** Of the process whose clock it is; none where the library is missing. */
  env: Record<string, string>;
  set(seconds: number): Promise<void>;
}

/** `file` keeps the difference, and is written. */
export const movableClock = async (file: string): Promise<MovableClock> => {
  const set = (seconds: number) => writeFile(file, `${seconds < 0 ? "" : "+"}${seconds}\n`);
  await set(0);
  return { set, env: library === undefined ? {} : environment(library, file) };
};

const environment = (program: string, file: string): Record<string, string> => ({
  LD_PRELOAD: program,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: "1",
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
  NO_FAKE_STAT: "1",
});
