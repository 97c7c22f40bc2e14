// Stage of the npm package: a directory with what is published. Its manifest has no scripts and no
// development, so npm compiles nothing and asks nothing. Its lock is not published; the container image is
// installed from it. The bill of materials is. Two clones of one commit have the same stage, byte for byte.
//
//   node packaging/npm/stage.mjs DIR      after `npm run build`; then packaging/npm/publish.sh DIR

import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { billOfMaterials } from "./sbom.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const [, , dir] = process.argv;
if (!dir) throw new Error("Name the directory: node packaging/npm/stage.mjs DIR");
if (!existsSync(path.join(root, "dist/src/cli/main.js"))) throw new Error("Run `npm run build` first.");

const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), "utf8"));
const writeJson = (file, content) =>
  writeFileSync(path.join(dir, file), `${JSON.stringify(content, null, 2)}\n`);

const published = ({ scripts: _scripts, devDependencies: _development, overrides, ...manifest }) => ({
  ...manifest,
  // Of the overrides, npm refuses those that name a dependency which is not there.
  ...(overrides && { overrides: { "light-my-request": overrides["light-my-request"] } }),
});

const [{ files }] = JSON.parse(
  execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root, encoding: "utf8" }),
);
rmSync(dir, { recursive: true, force: true });
mkdirSync(dir, { recursive: true });
for (const { path: file } of files) cpSync(path.join(root, file), path.join(dir, file));
const manifest = published(readJson("package.json"));
const [{ commands }, { manualPages }] = await Promise.all(
  ["commands", "manual"].map((name) => import(path.join(root, `dist/src/cli/${name}.js`))),
);
const manual = Object.entries(await manualPages(commands, manifest.version));
mkdirSync(path.join(dir, "man"));
for (const [name, page] of manual) writeFileSync(path.join(dir, "man", name), page);
writeJson("package.json", { ...manifest, man: manual.map(([name]) => `./man/${name}`) });

const lock = readJson("package-lock.json");
const { "": project, ...installed } = lock.packages;
const used = Object.entries(installed).filter(([, { dev }]) => !dev);
writeJson("package-lock.json", {
  ...lock,
  packages: { "": published(project), ...Object.fromEntries(used) },
});

const bill = billOfMaterials({
  lock,
  notices: readFileSync(path.join(root, "THIRD-PARTY-NOTICES.md"), "utf8"),
  sourceDateEpoch: process.env.SOURCE_DATE_EPOCH,
});
// For programs, and without line breaks: the package is to stay small.
writeFileSync(path.join(dir, "sbom.cdx.json"), `${JSON.stringify(bill)}\n`);
// Of whatever mode checkout and umask have made them.
const written = ["package-lock.json", "sbom.cdx.json", ...manual.map(([name]) => `man/${name}`)];
for (const file of [...files.map(({ path: file }) => file), ...written])
  chmodSync(path.join(dir, file), 0o644);
