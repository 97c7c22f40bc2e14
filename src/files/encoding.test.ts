import { expect, test } from "vitest";
import { detectEncoding, type Encoding, toUtf8 } from "./encoding.js";

const regions =
  "DE FR ES PT SE DK FI IS PL CZ HU RO RU UA GR IL EG TH JP KR CN TR LT LV US BR MX CL ZA GB AT".split(" ");

/** Names of countries, languages and months as the runtime writes them. */
const wordsOf = (language: string): string[] => [
  ...regions.map((region) => new Intl.DisplayNames(language, { type: "region" }).of(region)!),
  ...["de", "fr", "ja", "ru", "tr"].map(
    (other) => new Intl.DisplayNames(language, { type: "language" }).of(other)!,
  ),
  ...Array.from({ length: 12 }, (_, month) =>
    new Date(Date.UTC(2024, month, 1)).toLocaleDateString(language, { month: "long" }),
  ),
];

/** The runtime reads code pages and writes none, so each of its characters is looked up. */
const charactersOf = (encoding: Encoding): Map<string, number[]> => {
  const decoder = new TextDecoder(encoding === "windows-1252" ? "latin1" : encoding, { fatal: true });
  const found = new Map<string, number[]>();
  const note = (bytes: number[]) => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes));
      if ([...text].length === 1 && !found.has(text)) found.set(text, bytes);
    } catch {
      // No character has these bytes.
    }
  };
  for (let byte = 0; byte < 256; byte++) note([byte]);
  const isWide = ["shift_jis", "euc-jp", "euc-kr", "gb18030", "big5"].includes(encoding);
  for (let lead = 0x81; isWide && lead < 0xff; lead++)
    for (let trail = 0x40; trail < 0xff; trail++) note([lead, trail]);
  return found;
};

/** A file of orders with the words in two columns; those that the code page cannot write are left out. */
const fileOf = (words: readonly string[], encoding: Encoding) => {
  const characters = charactersOf(encoding);
  const written = words.filter((word) => [...word].every((character) => characters.has(character)));
  const lines = written.map(
    (word, i) => `${i},2024-01-05,${word},${written[(i * 7) % written.length]!},12.50\r\n`,
  );
  const text = `id,date,name,note,total\r\n${lines.join("")}`;
  return { text, bytes: Buffer.from([...text].flatMap((character) => characters.get(character)!)) };
};

const read = async (bytes: Buffer, encoding: Encoding): Promise<string> => {
  const chunks: Buffer[] = [];
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += 101) yield bytes.subarray(at, at + 101);
  };
  for await (const chunk of toUtf8(pieces(), encoding)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

test.each<[Encoding, string]>([
  ...["de", "fr", "es", "pt", "it", "sv", "da", "fi", "nl", "is"].map((language): [Encoding, string] => [
    "windows-1252",
    language,
  ]),
  ...["pl", "cs", "sk", "hu", "sl"].map((language): [Encoding, string] => ["windows-1250", language]),
  ["iso-8859-2", "cs"],
  ["windows-1257", "lv"],
  ["windows-1254", "tr"],
  ["windows-1251", "ru"],
  ["windows-1251", "uk"],
  ["windows-1253", "el"],
  ["windows-1255", "he"],
  ["windows-1256", "ar"],
  ["windows-874", "th"],
  ["shift_jis", "ja"],
  ["euc-jp", "ja"],
  ["euc-kr", "ko"],
  ["gb18030", "zh-CN"],
  ["big5", "zh-TW"],
])("a file in %s of words in %s is read as it was written", async (encoding, language) => {
  const { text, bytes } = fileOf(wordsOf(language), encoding);
  const found = detectEncoding(bytes)!;
  expect(await read(bytes, found)).toBe(text);
});

test("a file of several western languages is in the code page of all of them", async () => {
  const words = ["de", "fr", "es", "pt", "it", "sv", "da", "fi", "nl", "is"].flatMap(wordsOf);
  for (let from = 0; from < words.length; from += 20)
    expect(detectEncoding(fileOf(words.slice(from, from + 80), "windows-1252").bytes)).toBe("windows-1252");
});

test("a text without a language is in the code page of western Europe, and one of UTF-8 in that", () => {
  expect(detectEncoding(Buffer.from("id,price\n1,12 \x80\n2,9 \x80\n", "latin1"))).toBe("windows-1252");
  expect(detectEncoding(Buffer.from("id,name\n1,Łukasz\n2,Γιώργος\n3,佐藤\n"))).toBe("utf-8");
  expect(detectEncoding(Buffer.from("id,name\n"))).toBe("utf-8");
  expect(detectEncoding(Buffer.from([1, 0, 2]))).toBeNull();
});

test("signs of currencies alone are no letters of another code page", () => {
  const pounds = "order;total\n1;169.00 £\n2;£12.50\n3;1,674.00 ¥\n4;24.00 €\n";
  const bytes = Buffer.from([...pounds].map((each) => (each === "€" ? 0x80 : each.charCodeAt(0))));
  expect(detectEncoding(bytes)).toBe("windows-1252");
});

test("a Turkish file without letters that Icelandic lacks is no Icelandic one", () => {
  const text = "Sipariş No;Sipariş Durumu;Satış\n17;İptal;Peşin\n18;Tamamlandı;Peşin\n";
  const turkish: Record<string, number> = { ş: 0xfe, ı: 0xfd, İ: 0xdd };
  const bytes = Buffer.from([...text].map((each) => turkish[each] ?? each.charCodeAt(0)));
  expect(detectEncoding(bytes)).toBe("windows-1254");
});
