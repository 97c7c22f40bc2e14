// Sail: a small engine that speaks Spark Connect, without a JVM. It starts within a second.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../support/ports.js";
import { type Engine, startEngine } from "./engine.js";
import { environmentOf, sail } from "./environments.js";

interface SailOptions {
  port?: number;
  /** A program that starts it with the arguments that follow. */
  within?: readonly [string, ...string[]];
}

export const startSail = async (options: SailOptions = {}): Promise<Engine> => {
  const program = path.join(await environmentOf(sail), "bin", "sail");
  const port = options.port ?? (await freePort());
  const command = [program, "spark", "server", "--ip", "127.0.0.1", "--port", String(port)] as const;
  return startEngine({
    name: "Sail",
    command: options.within ? [...options.within, ...command] : command,
    port,
    dir: mkdtempSync(path.join(tmpdir(), "bw-sail-")),
    env: { SAIL_MODE: "local" },
  });
};
