import { expect, test } from "vitest";
import type { FileSource } from "../domain/pipeline/replay.js";
import type { Resource } from "../store/resources.js";
import { NewerFiles } from "./newer-files.js";

const source = (part: Partial<FileSource> = {}): FileSource => ({
  arrivals_through: 10,
  directories: ["orders", "visits"],
  definitions: {},
  files: {},
  ...part,
});
const target = (status: Resource["status"], made: FileSource | undefined) =>
  ({ status, result: { manifest: { source: made } } }) as Resource<"targets">;
const arrived = [
  { directory: "visits", created_at: 40 },
  { directory: "orders", created_at: 30 },
  { directory: "elsewhere", created_at: 25 },
  { directory: "orders", created_at: 20 },
  { directory: "orders", created_at: 10 },
];

test("files count that arrived after those of the target's file, in the directories that it was made from", () => {
  const newer = new NewerFiles(20, arrived);
  expect(newer.countFor(target("running", source()))).toBe(3);
  expect(newer.countFor(target("new", source({ arrivals_through: 35 })))).toBe(1);
});

test("a file that is up to date has the files of the run, and those of the next one wait", () => {
  expect(new NewerFiles(20, arrived).countFor(target("ready", source()))).toBe(2);
  expect(new NewerFiles(40, arrived).countFor(target("ready", source()))).toBe(0);
  expect(new NewerFiles(null, arrived).countFor(target("ready", source()))).toBe(3);
});

test("a target without a file says nothing", () => {
  const newer = new NewerFiles(20, arrived);
  expect(newer.countFor({ status: "new", result: null } as Resource<"targets">)).toBeUndefined();
});
