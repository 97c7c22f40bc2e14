import { expect, test } from "vitest";
import { fieldNames, isName, letterNames, nameOf, plainWords } from "./name-rule.js";

test.each([
  ["InvoiceNo", "invoice_no"],
  ["Straße & Nr.", "strasse_nr"],
  ["  Prénom  ", "prenom"],
  ["Total (m²)", "total_m_2"],
  ["Løn pr. måned", "løn_pr_maned"],
  ["Product राम", "product_राम"],
  ["راتب", "column_راتب"],
  ["สี", "column_สี"],
  ["Город", "column_город"],
  ["产品", "column_产品"],
  ["१", "column_१"],
  ["—", "column"],
])("a column %j becomes %j, which may be a name", (header, name) => {
  expect(nameOf(header)).toBe(name);
  expect(isName(name)).toBe(true);
});

test.each([
  ["vowel signs of Devanagari", ["राम", "रमा", "रम"]],
  ["vowel signs and tones of Thai", ["สี", "สิ", "สื", "สี่"]],
  ["vowel signs of Arabic", ["عَلَم", "عِلْم", "علم"]],
  ["points of Hebrew", ["סֵפֶר", "סָפַר"]],
  ["vowel signs of Tamil", ["கி", "கு"]],
  ["voicing of kana", ["はは", "ばば", "ぱぱ"]],
  ["digits", ["नाम १", "नाम २"]],
  ["short i of Cyrillic", ["мои", "мой"]],
])("columns that differ in %s alone have names that differ in them", (_, headers) => {
  expect(fieldNames(headers)).toEqual(headers.map((header) => `column_${letterNames(header)}`));
  expect(new Set(fieldNames(headers)).size).toBe(headers.length);
});

test("names in use get a number, and so do those that differ in accents or case alone", () => {
  expect(fieldNames(["Größe", "grosse", "Grösse", "Value"], ["value"])).toEqual([
    "grosse",
    "grosse_2",
    "grosse_3",
    "value_2",
  ]);
});

test("words of Latin letters are compared without their accents", () => {
  expect(plainWords("Prénom du clientNr 7")).toBe("prenom du client nr 7");
  expect(plainWords("Płatność, Købsdato, Đơn")).toBe("platnosc kobsdato don");
  expect(plainWords("राम")).toBe("");
});
