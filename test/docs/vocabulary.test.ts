import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { retiredInNames, retiredInTexts, riddle } from "./retired-words.js";

const root = path.resolve(import.meta.dirname, "../..");

/** The two files that must name what they refuse. */
const own = ["test/docs/retired-words.ts", "test/docs/vocabulary.test.ts"];
/** Records of the past keep their words. */
const isExempt = (file: string): boolean =>
  own.includes(file) || /^(package-lock\.json$|docs\/decisions\/|docs\/console\/)/.test(file);

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !isExempt(file));
const programs = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".bytes.ts"));
const documents = files.filter((file) => /\.(md|yaml|yml|html)$/.test(file));

const read = (file: string): string => {
  try {
    return readFileSync(path.join(root, file), "utf8");
  } catch {
    return "";
  }
};

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
const retiredWordsOf = (name: string): string[] =>
  wordsOf(name).filter((word) => Object.hasOwn(retiredInNames, word));

/** Names that a file declares or uses, and texts that it holds: strings, JSX, comments. */
const partsOf = (file: string): { names: Set<string>; texts: { text: string; line: number }[] } => {
  const text = read(file);
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const names = new Set<string>();
  const texts: { text: string; line: number }[] = [];
  const line = (at: number) => source.getLineAndCharacterOfPosition(at).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text);
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
      texts.push({ text: node.text, line: line(node.getStart(source)) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const { 0: comment, index } of text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*(\n\s*\/\/.*)*/g))
    texts.push({ text: comment.replace(/^\s*(\/\/|\/?\*+\/?)/gm, " "), line: line(index) });
  return { names, texts };
};

const phrases = new RegExp(`\\b(${Object.keys(retiredInTexts).join("|")})\\b`, "i");
const oddIn = (text: string): string | undefined => phrases.exec(text.replace(/\s+/g, " "))?.[0];

const parts = new Map(programs.map((file) => [file, partsOf(file)]));

test("no name of a file, function, type or variable uses a retired word", () => {
  const odd = files
    .filter((file) => /^(src|web|test|bench|examples|docs)\//.test(file))
    .flatMap((file) => retiredWordsOf(path.basename(file)).map((word) => `${file}: ${word}`));
  for (const [file, { names }] of parts)
    for (const name of names) for (const word of retiredWordsOf(name)) odd.push(`${file}: ${name} (${word})`);
  expect(odd).toEqual([]);
});

test("no text that a person reads uses a retired phrase", () => {
  const odd: string[] = [];
  for (const [file, { texts }] of parts)
    for (const { text, line } of texts) {
      const phrase = oddIn(text);
      if (phrase !== undefined) odd.push(`${file}:${line}: ${phrase}`);
    }
  for (const file of documents)
    for (const paragraph of read(file).split(/\n{2,}/)) {
      const phrase = oddIn(paragraph);
      if (phrase !== undefined) odd.push(`${file}: ${phrase}: ${paragraph.slice(0, 60)}`);
    }
  expect(odd).toEqual([]);
});

test("every header opens with the noun that its file defines, not with a question word", () => {
  const odd = programs.filter((file) => {
    const [, header = ""] = /^(?:#!.*\n)?(?:\/\/ ?|\/\*\*?\s*)(.*)/.exec(read(file)) ?? [];
    return riddle.test(header);
  });
  expect(odd).toEqual([]);
});

test("fields of an object stand in it, and not in a second one that is spread into it", () => {
  expect(programs.filter((file) => /^\s*\.\.\.\{/m.test(read(file)))).toEqual([]);
});

test("the guard sees a retired word in a name, in a sentence and at the head of a file", () => {
  expect(retiredWordsOf("isForetoldAnew")).toEqual(["foretold", "anew"]);
  expect(oddIn("All of it is made\n anew.")).toBe("anew");
  expect(riddle.test("Whether a value is a placeholder.")).toBe(true);
});

const singular = (word: string): string[] => [
  word,
  word.replace(/ies$/, "y"),
  word.replace(/(x|z|ch|sh|ss)es$/, "$1"),
  word.replace(/s$/, ""),
];

test("file names are made of known words", () => {
  const known = new Set(wordsOf(read("test/docs/file-words.txt")));
  const unused = new Set(known);
  const unknown: string[] = [];
  for (const file of programs) {
    if (!/^(src|web)\//.test(file) || /\/(migrations|openapi)\/|\.d\.ts$/.test(file)) continue;
    for (const word of wordsOf(path.basename(file).replace(/\.(slow\.)?test|\.tsx?$/g, " "))) {
      const form = singular(word).find((each) => known.has(each));
      if (form !== undefined) unused.delete(form);
      else if (word.length > 1) unknown.push(`${word}: ${file}`);
    }
  }
  const advice =
    "Name the file by a word of test/docs/file-words.txt, or add the new word there, and to docs/glossary.md if readers meet it";
  expect(unknown, advice).toEqual([]);
  expect(
    [...unused].filter((word) => word.length > 1),
    "words of test/docs/file-words.txt in no file name",
  ).toEqual([]);
});
