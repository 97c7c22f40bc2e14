import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { expect, test } from "vitest";

const { options, ...ruleSet } = createRequire(import.meta.url)("../../.dependency-cruiser.cjs");

/** The rules themselves are checked by `npm run check`. */
const cruised = async (baseDir: string, folders: string[]): Promise<ICruiseResult> => {
  const { output } = await cruise(folders, {
    ruleSet,
    validate: true,
    baseDir,
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
  });
  return output as ICruiseResult;
};

test("the guard reports an import that runs the wrong way", async () => {
  const root = await mkdtemp(path.join(tmpdir(), "structure-"));
  for (const folder of ["http", "model", "builds/plan", "builds/cohort", "builds/execute", "domain/data"])
    await mkdir(path.join(root, "src", folder), { recursive: true });
  await writeFile(path.join(root, "src/http/app.ts"), 'import { fit } from "../model/fit.js";\nfit();\n');
  await writeFile(
    path.join(root, "src/model/fit.ts"),
    'import "./kernel.oracle.js";\nexport const fit = () => {};\n',
  );
  await writeFile(path.join(root, "src/model/kernel.oracle.ts"), "export {};\n");
  await writeFile(path.join(root, "src/builds/plan/plan.ts"), 'import "../cohort/step.js";\n');
  await writeFile(path.join(root, "src/builds/cohort/step.ts"), 'import "../execute/runner.js";\n');
  await writeFile(path.join(root, "src/builds/execute/runner.ts"), "export {};\n");
  await writeFile(path.join(root, "src/domain/loose.ts"), "export {};\n");
  await writeFile(
    path.join(root, "src/domain/data/trait.ts"),
    'import "../kinds/kinds.js";\nimport "../loose.js";\n',
  );
  await mkdir(path.join(root, "src/domain/kinds"));
  await writeFile(path.join(root, "src/domain/kinds/kinds.ts"), "export {};\n");
  const { summary } = await cruised(root, ["src"]);
  const broken = summary.violations.map(({ rule }) => rule.name);
  expect(broken).toEqual(
    expect.arrayContaining([
      "http-imports-only",
      "not-to-oracle",
      "one-registry-of-kinds",
      "kinds-know-no-runner",
      "domain-is-in-rooms",
      "domain-data-reads-earlier-rooms",
    ]),
  );
});
