// Engine that answers Spark Connect, as tests start and stop it.

import { rmSync } from "node:fs";
import path from "node:path";
import { greetCluster } from "../../../src/warehouse/cluster/probe.js";
import { eventually } from "../../support/eventually.js";
import { startProgram } from "./program.js";

export interface Engine {
  /** For BELLWETHER_SPARK_URL. */
  url: string;
  stop(): Promise<void>;
}

interface EngineProgram {
  name: string;
  command: readonly [string, ...string[]];
  port: number;
  /** For its log and its files; it goes with the engine. */
  dir: string;
  env: Readonly<Record<string, string>>;
}

/** Resolves once it answers. */
export const startEngine = async ({ name, command, port, dir, env }: EngineProgram): Promise<Engine> => {
  const server = startProgram(command, { log: path.join(dir, "log"), env });
  const url = `sc://127.0.0.1:${port}`;
  await eventually(`${name} answers`, async () => {
    if (!server.isAlive()) throw new Error(`${name} ended:\n${server.output().slice(-4_000)}`);
    return greetCluster(url).then(
      () => true,
      () => undefined,
    );
  });
  return {
    url,
    stop: async () => {
      await server.kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
