import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

interface Locked {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

// npm drops the packages of other platforms if a registry does not serve them, and then `npm ci` rejects the lock file.
test("the lock file has the packages of every platform, so that `npm ci` works on all of them", async () => {
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8")) as Locked;
  const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${at}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});
