// The bill of materials: valid by the schema of CycloneDX, complete, the same from the same sources, and with the hashes
// of the lock file, which has one for every package of every platform.

import { readFileSync } from "node:fs";
import path from "node:path";
import ajv from "ajv";
import formats from "ajv-formats";
import { beforeAll, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const lock = JSON.parse(read("package-lock.json")) as {
  packages: Record<string, { version: string; integrity?: string; dev?: boolean; optional?: boolean }>;
};

interface Component {
  "bom-ref": string;
  group?: string;
  name: string;
  version: string;
  hashes: { alg: string; content: string }[];
  licenses: object[];
  properties?: object[];
}
interface Bill {
  serialNumber: string;
  metadata: { timestamp?: string };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

let make: (given: { lock: object; notices: string; sourceDateEpoch?: string }) => Bill;
beforeAll(async () => {
  ({ billOfMaterials: make } = await import(path.join(root, "packaging/npm/sbom.mjs")));
});

const notices = read("THIRD-PARTY-NOTICES.md");
const bill = (sourceDateEpoch?: string): Bill =>
  make({ lock, notices, ...(sourceDateEpoch !== undefined && { sourceDateEpoch }) });

test("it is valid by the public schema, whose copy is that of the foundation's own library", () => {
  const schema = (name: string) =>
    JSON.parse(read(`node_modules/@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`));
  const validator = new ajv.Ajv({ strict: false, allErrors: true });
  formats.default(validator);
  // Internationalised addresses: the bill has none.
  for (const format of ["idn-email", "iri-reference"]) validator.addFormat(format, true);
  for (const name of ["spdx", "jsf-0.82", "cryptography-defs"]) {
    const { $id: _id, ...own } = schema(name);
    validator.addSchema(own, `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  const isValid = validator.compile(schema("bom-1.6"));
  for (const given of [bill(), bill("1700000000")]) {
    isValid(given);
    expect(isValid.errors).toBeNull();
  }
});

test("it has every package that is installed on any platform, with the hash of the lock file, and the console's", () => {
  const { components } = bill();
  const hashes = new Map(
    components.map(({ group, name, version, hashes: [hash] }) => [
      `${group === undefined ? "" : `${group}/`}${name}@${version}`,
      hash?.content,
    ]),
  );
  const installed = Object.entries(lock.packages).filter(([place, { dev }]) => place !== "" && !dev);
  for (const [place, { version, integrity = "" }] of installed) {
    const name = place.slice(place.lastIndexOf("node_modules/") + 13);
    const hash = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
    expect(hashes.get(`${name}@${version}`), place).toBe(hash);
  }
  for (const platform of ["linux-x64", "linux-arm64", "darwin-arm64", "win32-x64"])
    expect(components.map(({ name }) => name)).toContain(`node-bindings-${platform}`);
  const builtIn = components.filter(({ properties }) => properties);
  expect(builtIn.map(({ name }) => name)).toEqual(expect.arrayContaining(["preact", "plot", "wouter"]));
  expect(components.map(({ name }) => name)).not.toContain("vitest");
});

test("every package depends on packages that it lists, and each is reached from the program", () => {
  const { components, dependencies } = bill();
  const on = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const reached = new Set<string>();
  const visit = (ref: string): void => {
    if (reached.has(ref)) return;
    reached.add(ref);
    for (const next of on.get(ref)!) visit(next);
  };
  visit(dependencies.find(({ ref }) => ref.includes("bellwether-scores"))!.ref);
  const unreached = components.map((component) => component["bom-ref"]).filter((ref) => !reached.has(ref));
  expect(unreached).toEqual([]);
});

test("it is the same from the same sources, and its time is that of SOURCE_DATE_EPOCH alone", () => {
  expect(JSON.stringify(bill())).toBe(JSON.stringify(bill()));
  expect(bill().metadata).not.toHaveProperty("timestamp");
  expect(bill("0").metadata.timestamp).toBe("1970-01-01T00:00:00.000Z");
  expect(bill("0").serialNumber).not.toBe(bill().serialNumber);
});

test("the lock file has the SHA-512 of every package of every platform", () => {
  const without = Object.entries(lock.packages).filter(
    ([place, { integrity }]) => place !== "" && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""),
  );
  expect(without.map(([place]) => place)).toEqual([]);
});
