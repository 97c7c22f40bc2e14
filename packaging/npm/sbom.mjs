// Bill of materials of the package, as CycloneDX 1.6: every package that is installed with the service, on any platform, with
// the hash that the lock file has of it, and every package whose code is built into the console. It has no time and no number
// by chance, so the same sources have the same bill; with SOURCE_DATE_EPOCH, the time is that.

import { createHash } from "node:crypto";

/**
 * `lock`: package-lock.json. `notices`: THIRD-PARTY-NOTICES.md, which lists what is built into the console and the licences.
 */
export const billOfMaterials = ({ lock, notices, sourceDateEpoch }) => {
  const { "": project, ...packages } = lock.packages;
  const licences = licencesOf(notices);
  const installed = Object.entries(packages).filter(([, { dev, link }]) => !dev && !link);
  const builtIn = Object.entries(packages).filter(
    ([place, locked]) => locked.dev && licences.console.has(`${nameOf(place, locked)}@${locked.version}`),
  );
  const components = new Map();
  const dependencies = new Map();
  for (const [place, locked] of [...installed, ...builtIn]) {
    const ref = purlOf(nameOf(place, locked), locked.version);
    components.set(ref, componentOf(ref, place, locked, licences.all));
    const needed = { ...locked.dependencies, ...locked.optionalDependencies, ...locked.peerDependencies };
    dependencies.set(ref, refsOf(packages, place, Object.keys(needed)));
  }
  const self = purlOf(project.name, project.version);
  dependencies.set(
    self,
    refsOf(packages, "", [...Object.keys(project.dependencies), ...builtInto(project, builtIn)]),
  );
  const refs = new Set([self, ...components.keys()]);
  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      ...(sourceDateEpoch && { timestamp: new Date(Number(sourceDateEpoch) * 1000).toISOString() }),
      component: {
        type: "application",
        "bom-ref": self,
        ...splitName(project.name),
        version: project.version,
        licenses: [{ license: { id: project.license } }],
        purl: self,
      },
    },
    components: byKey(components).map(([, component]) => component),
    dependencies: byKey(dependencies).map(([ref, on]) => ({
      ref,
      dependsOn: [...new Set(on)].filter((each) => refs.has(each)).sort(),
    })),
  };
  const { bomFormat, specVersion, version, $schema, ...content } = bill;
  return { $schema, bomFormat, specVersion, serialNumber: serialOf(bill), version, ...content };
};

const byKey = (map) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

const nameOf = (place, { name }) =>
  name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

const splitName = (name) => {
  const [, group, own] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  return group ? { group, name: own } : { name };
};

const purlOf = (name, version) => `pkg:npm/${name.replace("@", "%40")}@${version.replace(/\+/g, "%2B")}`;

const componentOf = (ref, place, locked, licences) => {
  const name = nameOf(place, locked);
  return {
    type: "library",
    "bom-ref": ref,
    ...splitName(name),
    version: locked.version,
    scope: locked.optional ? "optional" : "required",
    hashes: hashesOf(locked.integrity),
    licenses: licenceOf(licences.get(`${name}@${locked.version}`) ?? locked.license ?? unlisted[name]),
    purl: ref,
    ...(locked.dev && { properties: [{ name: "bellwether:built-into", value: "dist/web" }] }),
  };
};

/** Optional packages that name their licence in a list, which lock files leave out. */
const unlisted = { buildcheck: "MIT", "cpu-features": "MIT" };

const algorithms = { sha512: "SHA-512", sha256: "SHA-256", sha1: "SHA-1" };

const hashesOf = (integrity) =>
  integrity.split(" ").map((each) => {
    const [algorithm, ...rest] = each.split("-");
    return { alg: algorithms[algorithm], content: Buffer.from(rest.join("-"), "base64").toString("hex") };
  });

const licenceOf = (licence) =>
  / (OR|AND|WITH) /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }];

/** Rows of the notices: what is built into the console, and the licence of each package. */
const licencesOf = (notices) => {
  const rows = (text) =>
    [...text.matchAll(/^\| (\S+) \| (\S+) \| (.+) \|$/gm)].map(([, name, version, licence]) => [
      `${name}@${version}`,
      licence,
    ]);
  const [, console = ""] = notices.split("## Built into the console");
  return { all: new Map(rows(notices)), console: new Map(rows(console.split("\n## ")[0])) };
};

/** What the console imports itself is a development dependency of the project. */
const builtInto = (project, builtIn) => {
  const direct = builtIn
    .filter(([place]) => place.lastIndexOf("node_modules/") === 0)
    .map(([place]) => place.slice(13));
  return direct.filter((name) => name in project.devDependencies);
};

/** Each is found in the nearest node_modules upwards. */
const refsOf = (packages, place, names) =>
  names.flatMap((name) => {
    for (let folder = place; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "")) {
      const found = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
      const locked = packages[found];
      if (locked) return [purlOf(nameOf(found, locked), locked.version)];
      if (folder === "") return [];
    }
  });

/** Of the content: another bill has another number. */
const serialOf = (content) => {
  const hex = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
