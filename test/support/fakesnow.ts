// fakesnow, an emulator of Snowflake's SQL by others, as the engine of the test server.

import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { pythonEnvironment } from "./python-environment.js";
import { type SnowflakeEngine, StatementError } from "./snowflake.js";

const packages = ["fakesnow==0.12.1", "snowflake-connector-python==4.8.1"];

/** Undefined where it cannot be installed. */
export const startFakesnow = async (): Promise<
  { engine: SnowflakeEngine; stop(): Promise<void> } | undefined
> => {
  const programs = await pythonEnvironment("fakesnow", packages);
  if (programs === undefined) return undefined;
  const script = path.join(import.meta.dirname, "snowflake-engine.py");
  const child = spawn(path.join(programs, "python"), [script], { stdio: ["pipe", "pipe", "ignore"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    engine: async (statement, bindings) => {
      child.stdin.write(`${JSON.stringify({ statement, bindings })}\n`);
      const { value } = await answers.next();
      const { rows, error } = JSON.parse(value);
      if (error !== undefined) throw new StatementError(error);
      return rows;
    },
    stop: async () => {
      child.stdin.end();
      await once(child, "exit");
    },
  };
};
