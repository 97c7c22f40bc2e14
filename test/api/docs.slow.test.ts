// Documentation pages: their size, their links, and the code on them.

import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { beforeAll, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import type { OpenApi } from "../../src/docs/openapi.js";
import { catalogue } from "../../src/errors/catalogue.js";
import { needing } from "../run/needs.js";
import { callerOf, openApi, startApi } from "./harness.js";

/** Files of the console's build, which these tests do not serve. */
const built = ["/docs/docs.css", "/docs/docs.js"];

const pages = new Map<string, string>();
let document: OpenApi;

/** Reads all pages that links of the start page lead to. */
beforeAll(async () => {
  const { app, close } = await startApi();
  document = (await app.inject("/openapi.json")).json();
  const found = new Set(["/docs"]);
  for (const url of found) {
    const { statusCode, headers, body } = await app.inject(url);
    expect({ url, statusCode }).toEqual({ url, statusCode: 200 });
    if (!String(headers["content-type"]).startsWith("text/html")) continue;
    expect(headers["content-security-policy"]).toMatch(
      /default-src 'none'; script-src 'self'; style-src 'self'/,
    );
    pages.set(url, body);
    for (const [, target] of body.matchAll(/(?:href|src)="(\/docs[^"#?]*)/g))
      if (!built.includes(target!)) found.add(target!);
  }
  await close();
});

const mapOf = <T>(partOf: (page: string) => T): Map<string, T> =>
  new Map([...pages].map(([url, page]) => [url, partOf(page)]));

const linksIn = (page: string): string[] => [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!);

test("no page is larger than 200 kB", () => {
  expect(pages.size).toBeGreaterThan(100);
  const large = [...pages].filter(([, page]) => Buffer.byteLength(page) > 200_000).map(([url]) => url);
  expect(large).toEqual([]);
});

test("every link leads to a page, and to something on it", () => {
  const idsOf = mapOf((page) => new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)));
  const broken = [...pages].flatMap(([url, page]) =>
    linksIn(page)
      .filter((href) => /^(#|\/docs)/.test(href) && !built.includes(href) && href !== "/docs/orders.csv")
      .filter((href) => {
        const [target, anchor] = href.split("#");
        const linked = pages.get(target || url);
        return (
          linked === undefined ||
          (anchor !== undefined && !idsOf.get(target || url)!.has(decodeURIComponent(anchor)))
        );
      })
      .map((href) => `${url}: ${href}`),
  );
  expect(broken).toEqual([]);
});

test("pages load their own script and style alone, and say nothing undefined", () => {
  for (const [url, page] of pages) {
    const loaded = [...page.matchAll(/<(?:script|img|link)[^>]*(?:src|href)="([^"]+)"/g)].map(
      ([, from]) => from,
    );
    expect({ url, loaded }).toEqual({ url, loaded: ["/favicon.svg", ...built] });
    expect(page.replace(/<pre[\s\S]*?<\/pre>/g, ""), url).not.toMatch(/<style|\sstyle=|\[object|undefined</);
  }
});

test("every operation and every schema is on one page, which its former address leads to", () => {
  const start = pages.get("/docs")!;
  const wanted = [
    ...Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((each) => String(each.operationId)),
    ),
    ...Object.keys(document.components.schemas),
  ];
  expect(wanted.length).toBeGreaterThan(250);
  const links = new Map(
    [...start.matchAll(/<a id="(\w+)" data-moved href="([^"]+)"/g)].map(([, id, to]) => [id!, to!]),
  );
  const articles = [...pages].flatMap(([url, page]) =>
    [...page.matchAll(/<article class="(?:operation|schema)" id="(\w+)"/g)].map(([, id]) => `${url}#${id}`),
  );
  expect(wanted.filter((id) => !links.get(id)?.endsWith(`#${id}`))).toEqual([]);
  expect(articles.sort()).toEqual(wanted.map((id) => links.get(id)).sort());
});

test("every guide of the repository is a page", () => {
  const files = readdirSync(path.resolve("docs")).filter((file) => file.endsWith(".md"));
  const missing = files.filter((file) => !pages.has(`/docs/guides/${path.basename(file, ".md")}`));
  expect(missing).toEqual([]);
});

const unescaped = (text: string): string => text.replaceAll("&lt;", "<").replaceAll("&amp;", "&");

const samplesIn = (language: string): string[] =>
  [...pages.values()].flatMap((page) =>
    [...page.matchAll(/<pre data-language="(\w+)"[^>]*><code>([\s\S]*?)<\/code>/g)]
      .filter(([, of]) => of === language)
      .map(([, , code]) => unescaped(code!)),
  );

test("every operation has a sample in each language, and each is well-formed", () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
  const [shell, typescript] = ["curl", "typescript"].map(samplesIn);
  for (const samples of [shell, samplesIn("python"), typescript])
    expect(samples).toHaveLength(operations.length + 1);
  expect(shell!.filter((code) => /\{\w+\}/.test(code.split("\n")[0]!))).toEqual([]);

  execFileSync("bash", ["-n"], { input: shell!.join("\n\n") });
  expect(typeErrors(typescript!)).toEqual([]);
  const wrong =
    'import { Bellwether } from "@bellwether-scores/client";\nawait new Bellwether().get("/cohort/{id}");';
  expect(typeErrors([wrong])).toHaveLength(1);
});

const schedulingBlocks = (wanted: string): string[] => {
  const guide = readFileSync(path.resolve("docs/scheduling.md"), "utf8");
  const blocks = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)];
  return blocks.filter(([, language]) => language === wanted).map(([, , code]) => code!);
};

test("the code of the guide about scheduling is well-formed", () => {
  const [shell, yaml] = ["sh", "yaml"].map(schedulingBlocks);
  expect([shell!.length, yaml!.length].every((count) => count > 0)).toBe(true);
  execFileSync("bash", ["-n"], { input: shell!.join("\n") });
  for (const code of yaml!) expect(parseYaml(code)).toBeTypeOf("object");
});

const isPythonThere = spawnSync("python3", ["--version"], { stdio: "ignore" }).status === 0;
const parsePython = "import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)";

test("Python parses the samples and the guide about scheduling", needing("Python 3", isPythonThere), () => {
  const programs = [...samplesIn("python"), ...schedulingBlocks("python")];
  expect(schedulingBlocks("python").length).toBeGreaterThan(0);
  execFileSync("python3", ["-c", parsePython], { input: JSON.stringify(programs) });
});

/** Errors that the compiler finds in programs that use the client. */
const typeErrors = (programs: readonly string[]): string[] => {
  const client = path.resolve("clients/typescript/src/index.ts");
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: ["node"],
    paths: { "@bellwether-scores/client": [client] },
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.asynciterable.d.ts"],
  };
  const texts = new Map(programs.map((code, i) => [path.resolve(`sample-${i}.ts`), `${code}\nexport {};`]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.getSourceFile = (file, target, ...others) => {
    const text = texts.get(file);
    return text === undefined
      ? getSourceFile(file, target, ...others)
      : ts.createSourceFile(file, text, target);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return [...texts].flatMap(([file, text]) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => `${ts.flattenDiagnosticMessageText(messageText, "\n")}\nin ${text}`),
  );
};

test("every error has a page that its answers link to; other codes, guides and resources have none", async () => {
  const caller = callerOf((await openApi()).app, {});
  for (const [code, { message }] of Object.entries(catalogue)) {
    const page = pages.get(`/docs/errors/${code}`);
    expect(page, code).toContain(message.split(/[`'{]/)[0]);
  }
  const refused = await caller.get("/cohorts");
  expect(refused.headers.link).toBe('</docs/errors/key-missing>; rel="help"');
  for (const url of ["/docs/errors/constructor", "/docs/guides/security.md", "/docs/api/constructor"])
    expect({ url, status: (await caller.get(url)).status }).toEqual({ url, status: 404 });
});

test("the made-up orders have the columns that the first steps name", async () => {
  const { status, headers, body } = await callerOf((await openApi()).app, {}).get("/docs/orders.csv");
  expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "text/csv; charset=utf-8" });
  expect(body.split("\n")[0].split(",")).toEqual(
    expect.arrayContaining(["email", "transaction_date", "total"]),
  );
});
