// Clients in Go, Java and TypeScript, generated from the committed document by the programs of others, compile and run
// a whole workflow.

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { onTestFinished, test } from "vitest";
import { needing, skipWithout } from "../run/needs.js";
import { expectWorkflow, generateClient, openapiFile } from "../support/foreign-client.js";
import { npmPackages } from "../support/npm-packages.js";

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

// Tests and pages of the client itself.
const codeAlone = ["--global-property", "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false"];

test.skipIf(needing("Go").skip)(
  "the Go client of openapi-generator keeps the mapping and brings the file",
  needing("Maven"),
  async () => {
    const dir = await temporary();
    const client = path.join(dir, "client");
    await mkdir(client);
    await generateClient("go", client, "--additional-properties=packageName=client", ...codeAlone);
    // It is a package of the program's module here.
    for (const file of ["go.mod", "go.sum"]) await rm(path.join(client, file));
    await expectGoWorkflow(dir, "openapi_generator.go");
  },
);

test(
  "the Java client of openapi-generator keeps the mapping and brings the file",
  needing("Maven"),
  async () => {
    const dir = await temporary();
    // Clients of an older document read answers of a newer one, and send no empty list for a field that is not set.
    const options = "disallowAdditionalPropertiesIfNotPresent=false,containerDefaultToNull=true";
    await generateClient("java", dir, `--additional-properties=${options}`, ...codeAlone);
    const goals = ["compile", "dependency:build-classpath", "-Dmdep.outputFile=classpath"];
    await run("mvn", ["-q", "-B", ...goals], { cwd: dir, maxBuffer: 2 ** 26 });
    const used = await readFile(path.join(dir, "classpath"), "utf8");
    const classes = `${path.join(dir, "target/classes")}:${used}`;
    const program = path.join(programs, "Workflow.java");
    await expectWorkflow(dir, (args) =>
      run("java", ["-cp", classes, program, ...args], { maxBuffer: 2 ** 26 }),
    );
  },
);

test("the client of @hey-api/openapi-ts compiles strictly and brings the file", async (context) => {
  const generator = await npmPackages("hey-api", ["@hey-api/openapi-ts@0.92.0", "typescript@5.9.3"]);
  if (generator === undefined) return skipWithout("the npm registry", context);
  const dir = await temporary();
  const output = { path: path.join(dir, "client"), importFileExtension: ".js" };
  await writeFile(
    path.join(dir, "openapi-ts.config.mjs"),
    `export default ${JSON.stringify({ input: openapiFile, output })};`,
  );
  await run(path.join(generator, "node_modules/.bin/openapi-ts"), ["-f", "openapi-ts.config.mjs"], {
    cwd: dir,
  });
  await writeFile(path.join(dir, "package.json"), '{"type":"module"}');
  const modules = path.resolve("node_modules");
  await symlink(modules, path.join(dir, "node_modules"));
  await cp(path.join(programs, "hey_api.js"), path.join(dir, "workflow.js"));
  const strictly =
    "--strict --allowJs --checkJs --module nodenext --target es2023 --skipLibCheck --types node";
  const compiled = [...strictly.split(" "), "--outDir", "out", "workflow.js"];
  await run(path.join(modules, ".bin/tsc"), compiled, { cwd: dir });
  await expectWorkflow(dir, (args) =>
    run(process.execPath, [path.join(dir, "out/workflow.js"), ...args], { maxBuffer: 2 ** 26 }),
  );
});
