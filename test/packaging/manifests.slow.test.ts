// Objects of Kubernetes, of the manifests and of the chart, against the schemas of its oldest and its newest release that
// are supported. kubernetes-validate, a package of PyPI, carries them.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { needing, skipWithout } from "../run/needs.js";
import { pythonEnvironment } from "../support/python-environment.js";

const programs = await pythonEnvironment("kubernetes-validate", ["kubernetes-validate==1.37.0"]);
const packaging = path.resolve(import.meta.dirname, "../../packaging");
const dir = mkdtempSync(path.join(tmpdir(), "bw-manifests-"));
afterAll(() => rmSync(dir, { recursive: true }));
beforeEach((context) => {
  if (programs === undefined) skipWithout("Python's packages", context);
});

const releases = ["1.30", "1.37"];
const validate = (release: string, ...files: string[]) => {
  const program = path.join(programs!, "kubernetes-validate");
  const { status, stdout, stderr } = spawnSync(program, ["--strict", "-k", release, ...files], {
    encoding: "utf8",
  });
  return { status, said: `${stdout}${stderr}` };
};

const manifests = () =>
  readdirSync(path.join(packaging, "kubernetes"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yaml") && !name.endsWith("kustomization.yaml"))
    .map((name) => path.join(packaging, "kubernetes", name));

test.each(releases)("every manifest is an object of Kubernetes %s", (release) => {
  const files = manifests();
  const { status, said } = validate(release, ...files);
  expect(status, said).toBe(0);
  expect(said.match(/ passed for resource /g)).toHaveLength(files.length);
});

test("a field that does not exist, and a value of a wrong type, are found", () => {
  const [file] = manifests().filter((name) => name.endsWith("stateful-set.yaml"));
  const text = readFileSync(file!, "utf8");
  for (const wrong of [
    text.replace("containers:", "container:"),
    text.replace(/replicas: 1/, "replicas: one"),
  ]) {
    expect(wrong).not.toBe(text);
    const copy = path.join(dir, "wrong.yaml");
    writeFileSync(copy, wrong);
    expect(validate("1.30", copy).status).not.toBe(0);
  }
});

describe("the chart", needing("helm"), () => {
  const several = "replicas=2,workers=3,existingSecret=bellwether,storage.accessMode=ReadWriteMany";
  const open = "ingress.enabled=true,ingress.tlsSecret=tls";
  test.each(
    releases.flatMap((release) => ["", several, `${several},${open}`].map((values) => [release, values])),
  )("makes objects of Kubernetes %s with the values %s", (release, values) => {
    const chosen = values === "" ? [] : ["--set", values!];
    const chart = path.join(packaging, "helm");
    const rendered = spawnSync(
      "helm",
      ["template", "shop", chart, "--kube-version", `${release}.0`, ...chosen],
      { encoding: "utf8" },
    );
    expect(rendered.status, rendered.stderr).toBe(0);
    const file = path.join(dir, "rendered.yaml");
    writeFileSync(file, rendered.stdout);
    const { status, said } = validate(release!, file);
    expect(status, said).toBe(0);
    const objects = rendered.stdout.match(/^kind: /gm)!.length;
    expect(said.match(/ passed for resource /g)).toHaveLength(objects);
  });
});
