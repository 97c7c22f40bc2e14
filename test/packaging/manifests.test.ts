// Files of packaging/, checked by the tools that read them where they are installed.
// packaging/docker/check.sh builds and starts the image.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { settings } from "../../src/config/settings.js";
import { needing } from "../run/needs.js";

const root = path.resolve(import.meta.dirname, "../../packaging");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
/** Variables of the image or of other programs. */
const foreign = ["NODE_ENV", "BELLWETHER_DB_PASSWORD", "BELLWETHER_MEMORY"];
const known = new Set([...Object.values(settings).map(({ variable }) => variable), ...foreign]);

const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
  /\.\w+$|file$/.test(file),
);

test.each(files)("every setting that %s names exists", (file) => {
  const named = read(file).match(/\b(BELLWETHER_[A-Z_]+|DATABASE_URL|SMTP_URL|MAIL_FROM)\b/g) ?? [];
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("the image runs as a user without rights, and asks /ready whether it is healthy", () => {
  const last = read("docker/Dockerfile")
    .split(/^FROM /m)
    .at(-1)!;
  expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  expect(last).toMatch(/HEALTHCHECK[\s\S]*\/ready/);
});

test("compose keeps the service's data and its database on volumes, and opens ports to this machine alone", () => {
  const { services, volumes } = parse(read("docker/compose.yaml"));
  expect(Object.keys(services)).toEqual(["bellwether", "postgres", "mail"]);
  expect(services.bellwether.volumes).toEqual(["data:/data"]);
  expect(Object.keys(volumes)).toEqual(["data", "postgres"]);
  for (const { ports = [] } of Object.values<{ ports?: string[] }>(services))
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
});

test.each([
  ["one-node", ["Namespace", "ConfigMap", "Service", "StatefulSet", "NetworkPolicy"]],
  [
    "several-nodes",
    [
      "Namespace",
      "ConfigMap",
      "Service",
      "PersistentVolumeClaim",
      "Deployment",
      "StatefulSet",
      "PodDisruptionBudget",
      "NetworkPolicy",
    ],
  ],
])(
  "the manifests of %s are put together, and every pod has the rights of nobody",
  needing("kubectl"),
  (overlay, kinds) => {
    const text = execFileSync("kubectl", ["kustomize", path.join(root, "kubernetes", overlay)], {
      encoding: "utf8",
    });
    const objects = parseAllDocuments(text).map((document) => document.toJS());
    expect(objects.map(({ kind }) => kind).sort()).toEqual([...kinds].sort());
    const pods = objects.flatMap(({ spec }) => (spec?.template ? [spec.template.spec] : []));
    const { spec: policy } = objects.find(({ kind }) => kind === "NetworkPolicy");
    expect(policy.policyTypes).toEqual(["Ingress", "Egress"]);
    const blocks = policy.egress.flatMap(({ to = [] }: { to?: { ipBlock?: { except: string[] } }[] }) =>
      to.flatMap(({ ipBlock }) => ipBlock?.except ?? []),
    );
    expect(blocks, "the metadata service of a cloud is closed").toContain("169.254.0.0/16");
    const components = objects.flatMap(
      ({ spec }) => spec?.template?.metadata.labels["app.kubernetes.io/component"] ?? [],
    );
    expect(policy.podSelector.matchExpressions[0].values).toEqual(expect.arrayContaining(components));
    for (const { securityContext, containers } of pods) {
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: "RuntimeDefault" },
      });
      expect(containers[0].securityContext).toMatchObject({ readOnlyRootFilesystem: true });
      expect(containers[0].volumeMounts.map((mount: { name: string }) => mount.name)).toEqual([
        "data",
        "tmp",
      ]);
    }
  },
);

test("systemd accepts the units, and exposes little of the machine", needing("systemd-analyze"), () => {
  const dir = mkdtempSync(path.join(tmpdir(), "bellwether-units-"));
  try {
    const program = path.join(dir, "bellwether");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    mkdirSync(path.join(dir, "units"));
    const units = files
      .filter((file) => /\.(service|timer)$/.test(file))
      .map((file) => {
        const unit = path.join(dir, "units", path.basename(file));
        writeFileSync(unit, read(file).replaceAll("/opt/bellwether/bin/bellwether", program));
        return unit;
      });
    expect(units).toHaveLength(3);
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...units], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    const threshold = [
      "security",
      "--offline=true",
      "--threshold=20",
      units.find((unit) => unit.endsWith("/bellwether.service"))!,
    ];
    expect(spawnSync("systemd-analyze", threshold, { encoding: "utf8" }).status).toBe(0);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
