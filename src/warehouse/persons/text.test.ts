// Texts of every script, spelled by SQL and by TypeScript.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as own from "../../domain/people/identity/text.js";
import { type Engine, openEngine } from "../engine.js";
import { literal, type Sql, sql } from "../sql/sql.js";
import { folded, withLatinCharacters, words } from "./text.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "text-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const inSql = async (texts: readonly string[], spell: (text: Sql) => Sql): Promise<string[]> => {
  const rows = texts.map((text, i) => sql`(${i}, ${literal(text)})`);
  const table = await engine.createTable(
    "text",
    sql`select * from (values ${rows.reduce((some, row) => sql`${some}, ${row}`)}) as row(i, text)`,
  );
  const found = await engine.rows<{ spelled: string }>(
    sql`select ${spell(sql`own.text`)} as spelled from ${table} as own order by own.i`,
  );
  return found.map(({ spelled }) => spelled);
};

const texts = [
  "O’Brien-Müller, J.",
  "Ｌｉ Ｚｈａｏ",
  "ﬁn",
  "İbrahim Işık",
  "ΟΔΥΣΣΕΥΣ",
  "Ελένη",
  "Ё Й й",
  "Đức Phạm",
  "Ștefan Ţurcanu",
  "राम",
  "रमा",
  "सीता",
  "सती",
  "หนึ่ง",
  "น้ำ",
  "ひろし",
  "ひろじ",
  "ｶﾞﾄﾞｳ",
  "ガトウ",
  "カ\u3099",
  "스즈키",
  "髙橋",
  "葛\u{e0100}城",
  "محمّد",
  "محمد",
  "محـمد",
  "أحمد",
  "שָׁלוֹם",
  "שלום",
  "a\u0301",
  "٠٥٠ ١٢٣",
  "१२",
  "Ⅳ",
  "５番",
  "می\u200cخواهم",
  "naïve´s",
];

test("SQL and TypeScript spell the same texts alike", async () => {
  expect(await inSql(texts, folded)).toEqual(texts.map(own.folded));
  expect(await inSql(texts, words)).toEqual(texts.map(own.words));
  expect(await inSql(texts, withLatinCharacters)).toEqual(texts.map(own.withLatinCharacters));
});

test("SQL and TypeScript spell every character alike, between letters", async () => {
  const all = Array.from({ length: 0xffff }, (_, i) => i + 1).filter(
    (code) => code < 0xd800 || code > 0xf8ff,
  );
  const characters = all.map((code) => String.fromCodePoint(code));
  const between = characters.map((character) => `a${character}б`);
  const found = await inSql(between, folded);
  expect(between.filter((text, i) => own.folded(text) !== found[i])).toEqual([]);
});

test("vowel signs and voicing marks stay, accents and points go", () => {
  for (const [one, other] of [
    ["राम", "रमा"],
    ["सीता", "सती"],
    ["ひろし", "ひろじ"],
    ["カ", "ガ"],
  ])
    expect(own.words(one!)).not.toBe(own.words(other!));
  for (const [one, other] of [
    ["é", "e"],
    ["ή", "η"],
    ["й", "и"],
    ["محمّد", "محمد"],
    ["שָׁלוֹם", "שלום"],
    ["ｶﾞ", "ガ"],
    ["Ｌｉ", "li"],
    ["٣", "3"],
  ])
    expect(own.words(one!)).toBe(own.words(other!));
});
