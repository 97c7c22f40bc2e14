// A client in Go, generated from the committed document by oapi-codegen, compiles and runs a whole workflow.

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { onTestFinished, test } from "vitest";
import { needing } from "../run/needs.js";
import { expectWorkflow, openapiFile } from "../support/foreign-client.js";

const run = promisify(execFile);
const programs = path.join(import.meta.dirname, "generated");

const temporary = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-generated-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  return dir;
};

/** Compiles a program of Go with the client in `dir/client`, and runs it. */
const expectGoWorkflow = async (dir: string, program: string): Promise<void> => {
  await cp(path.join(programs, program), path.join(dir, "main.go"));
  await writeFile(path.join(dir, "go.mod"), "module example.com/bellwether\n\ngo 1.22\n");
  const go = (...args: string[]) => run("go", args, { cwd: dir, maxBuffer: 2 ** 26 });
  await go("mod", "tidy");
  await go("build", "-o", "workflow", ".");
  await expectWorkflow(dir, (args) => run(path.join(dir, "workflow"), args, { maxBuffer: 2 ** 26 }));
};

test("the client of oapi-codegen keeps the mapping and brings the file", needing("Go"), async () => {
  const dir = await temporary();
  await mkdir(path.join(dir, "client"));
  const generator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
  const config = path.join(dir, "config.json");
  await writeFile(
    config,
    JSON.stringify({
      package: "client",
      output: path.join(dir, "client/client.go"),
      generate: { models: true, client: true },
      // Bodies of webhooks are used by no path.
      "output-options": { "skip-prune": true },
    }),
  );
  await run("go", ["run", generator, "-config", config, openapiFile], { maxBuffer: 2 ** 26 });
  await expectGoWorkflow(dir, "oapi_codegen.go");
});
