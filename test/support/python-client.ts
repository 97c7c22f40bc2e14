// The Python client as a folder that a program finds by PYTHONPATH: its sources, with the modules that the build
// of the package makes of the OpenAPI document.

import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");

export const copyPythonClient = async (dir: string): Promise<void> => {
  const client = path.join(root, "clients/python");
  await cp(path.join(client, "src"), dir, { recursive: true });
  const document = path.join(root, "docs/reference/openapi.json");
  await run("python3", [path.join(client, "make_modules.py"), document, path.join(dir, "bellwether")], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
  });
};
