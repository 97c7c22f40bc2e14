import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { needing, needs } from "../../test/run/needs.js";
import { commands } from "./commands.js";
import { manualPages } from "./manual.js";

test("each command has a page with all its options, and texts are no macros", async () => {
  const pages = await manualPages(commands, "1.2.3");
  expect(Object.keys(pages)).toEqual([
    "bellwether.1",
    ...Object.keys(commands).map((name) => `bellwether-${name}.1`),
  ]);
  expect(pages["bellwether-upload.1"]).toContain(".B \\-\\-directory DIR\n");
  expect(pages["bellwether-cohort.1"]).toContain(".SS bellwether cohort force\\-update\n");
  const macros = new Set(
    Object.values(pages)
      .join("")
      .split("\n")
      .flatMap((line) => /^[.'](\S*)/.exec(line)?.[1] ?? []),
  );
  expect([...macros].sort()).toEqual(["B", "PP", "SH", "SS", "TH", "TP", "br"]);
});

test(
  "groff has no warning about any page, and shows what was written",
  needing("groff", needs.groff.isThere()),
  async () => {
    for (const [name, page] of Object.entries(await manualPages(commands, "1.2.3"))) {
      const shown = spawnSync("groff", ["-man", "-ww", "-b", "-Tutf8", "-P-cbou"], {
        input: page,
        encoding: "utf8",
      });
      expect([shown.stderr, shown.status], name).toEqual(["", 0]);
      expect(shown.stdout).toContain("NAME");
      if (name === "bellwether-list.1") expect(shown.stdout).toContain("bellwether list PIPELINE");
    }
  },
);
