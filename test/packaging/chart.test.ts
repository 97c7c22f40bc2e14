// Helm chart, as helm itself checks and renders it.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { settings } from "../../src/config/settings.js";
import { needing } from "../run/needs.js";

const root = path.resolve(import.meta.dirname, "../..");
const chart = path.join(root, "packaging/helm");
// A helm that was built from its source takes itself for a client of a cluster of long ago.
const cluster = ["--kube-version", "1.30.0"];
const helm = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync("helm", args, { encoding: "utf8" });
  return { status, stdout, said: `${stdout}${stderr}` };
};
const given = (values: Record<string, string>) =>
  Object.entries(values).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
const rendered = (values: Record<string, string> = {}) => {
  const { status, stdout, said } = helm("template", "shop", chart, ...cluster, ...given(values));
  expect(status, said).toBe(0);
  return parseAllDocuments(stdout).flatMap((document) => document.toJS() ?? []);
};
const several = {
  replicas: "2",
  workers: "3",
  existingSecret: "bellwether",
  "storage.accessMode": "ReadWriteMany",
};
const kinds = (objects: { kind: string }[]) => objects.map(({ kind }) => kind).sort();

test("the chart has the version of the program, and its settings exist", () => {
  const { version, appVersion } = parse(readFileSync(path.join(chart, "Chart.yaml"), "utf8"));
  const program = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).version;
  expect([version, appVersion]).toEqual([program, program]);
  const known = Object.values(settings).map(({ variable }) => variable);
  const values = parse(readFileSync(path.join(chart, "values.yaml"), "utf8"));
  expect(known).toEqual(expect.arrayContaining(Object.keys(values.settings)));
});

describe("helm", needing("helm"), () => {
  test("finds nothing to say about the chart", () => {
    const { status, said } = helm("lint", "--strict", ...cluster, chart);
    expect(status, said).toBe(0);
    expect(said).not.toMatch(/\[(WARNING|ERROR)\]/);
  });

  test("makes one pod with its volume, and on request several with an Ingress", () => {
    const one = rendered();
    expect(kinds(one)).toEqual([
      "ConfigMap",
      "NetworkPolicy",
      "PersistentVolumeClaim",
      "Service",
      "StatefulSet",
    ]);
    const all = rendered({ ...several, "ingress.enabled": "true", "ingress.tlsSecret": "tls" });
    expect(kinds(all)).toEqual([...kinds(one), "Deployment", "Ingress", "PodDisruptionBudget"].sort());
    const { spec } = all.find(({ kind }) => kind === "Ingress");
    expect(spec.tls).toEqual([{ hosts: ["bellwether.example.com"], secretName: "tls" }]);
    const { replicas, template } = all.find(({ kind }) => kind === "StatefulSet").spec;
    expect([replicas, template.spec.containers[0].args]).toEqual([2, ["serve", "--no-builds"]]);
  });

  test.each([[{}], [several]])("gives every pod the rights of nobody, probes, and a policy: %j", (values) => {
    const objects = rendered(values);
    const pods = objects.flatMap(({ spec }) => (spec?.template ? [spec.template] : []));
    const { spec: policy } = objects.find(({ kind }) => kind === "NetworkPolicy");
    const blocks = policy.egress.flatMap(({ to = [] }: { to?: { ipBlock?: { except: string[] } }[] }) =>
      to.flatMap(({ ipBlock }) => ipBlock?.except ?? []),
    );
    expect(blocks, "the metadata service of a cloud is closed").toContain("169.254.0.0/16");
    for (const { metadata, spec } of pods) {
      expect(spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: "RuntimeDefault" },
      });
      expect(spec.automountServiceAccountToken).toBe(false);
      const [container] = spec.containers;
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect([container.readinessProbe, container.livenessProbe]).toMatchObject([
        { httpGet: { path: "/ready" } },
        { httpGet: { path: "/health" } },
      ]);
      expect(policy.podSelector.matchExpressions[0].values).toContain(
        metadata.labels["app.kubernetes.io/component"],
      );
      expect(metadata.labels).toMatchObject(policy.podSelector.matchLabels);
    }
  });

  test("takes an image by its digest", () => {
    const digest = `sha256:${"a".repeat(64)}`;
    const [{ image }] = rendered({ "image.digest": digest }).find(({ kind }) => kind === "StatefulSet").spec
      .template.spec.containers;
    expect(image).toBe(`registry.example.com/bellwether@${digest}`);
  });

  test.each([
    [{ workers: "1" }, /set existingSecret/],
    [{ ...several, "storage.accessMode": "ReadWriteOnce" }, /ReadWriteMany/],
    [{ ...several, workers: "0" }, /set workers/],
    [{ "image.digest": "sha256:12" }, /digest/],
    [{ relicas: "2" }, /relicas/],
    [{ "settings.DATABASE_URL": "x" }, /DATABASE_URL/],
  ])("refuses %j in words that help", (values, said) => {
    const refused = helm("template", "shop", chart, ...cluster, ...given(values as Record<string, string>));
    expect(refused.status).not.toBe(0);
    expect(refused.said).toMatch(said);
  });
});
