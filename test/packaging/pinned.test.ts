// Names of what is not in the lock file and still runs when the program is built: actions of the CI by commit, base images by digest.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const below = (dir: string, name: RegExp): string[] =>
  readdirSync(path.join(root, dir), { recursive: true, encoding: "utf8" })
    .filter((file) => name.test(file))
    .map((file) => `${dir}/${file}`);

const digest = /@sha256:[0-9a-f]{64}$/;

test.each(below(".github", /\.ya?ml$/))(
  "every action of %s is a commit, and says which version it is",
  (file) => {
    const used = [...read(file).matchAll(/uses:\s*(.+)$/gm)].map(([, action = ""]) => action.trim());
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  },
);

test.each(below("packaging", /Dockerfile$/))("every image that %s begins with has a digest", (file) => {
  const text = read(file);
  const given = new Map([...text.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value!]));
  const stages = [...text.matchAll(/^FROM .* AS (\w+)$/gm)].map(([, name]) => name);
  const images = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image = ""]) =>
    image.startsWith("$") ? (given.get(image.slice(1)) ?? image) : image,
  );
  expect(images.length).toBeGreaterThan(0);
  expect(images.filter((image) => !stages.includes(image) && !digest.test(image))).toEqual([]);
});

test.each(below("packaging", /compose\.ya?ml$/))("every image of %s but our own has a digest", (file) => {
  const { services } = parse(read(file)) as { services: Record<string, { image: string; build?: object }> };
  const odd = Object.values(services).filter(({ image, build }) => !build && !digest.test(image));
  expect(odd).toEqual([]);
});
