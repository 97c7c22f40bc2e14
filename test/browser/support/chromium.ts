// The Chromium that tests drive. Where it is missing, it is installed if this is root on Debian; otherwise
// the error says how.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const macOs = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** Path of the program. Throws instructions where it is missing and cannot be installed. */
export const chromiumPath = async (): Promise<string> =>
  process.env.BELLWETHER_CHROMIUM || found() || (await installed()) || missing();

const found = (): string | undefined =>
  [...(process.env.PATH ?? "").split(path.delimiter).flatMap(programsIn), macOs].find(isProgram);

const programsIn = (folder: string): string[] => names.map((name) => path.join(folder, name));

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const install =
  "command -v chromium || { apt-get -qq update && apt-get -qq install --yes --no-install-recommends chromium; }";

/** Two test files may need it at once: the second waits for the first. */
const installed = async (): Promise<string | undefined> => {
  if (process.getuid?.() !== 0 || !isProgram("/usr/bin/apt-get")) return undefined;
  const lock = path.join(tmpdir(), "bellwether-chromium.lock");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const child = spawn("/usr/bin/flock", [lock, "sh", "-c", install], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await once(child, "exit");
  return found();
};

const missing = (): never => {
  throw new Error(
    "The tests of the console need Chromium, which is not installed. Install it (Debian and Ubuntu: sudo apt-get install chromium; " +
      "macOS: brew install --cask google-chrome) or set BELLWETHER_CHROMIUM to its path.",
  );
};
