import fc from "fast-check";
import { expect, test } from "vitest";
import { csvOfAnswer } from "./answer-csv.js";
import { readCsvBlocks } from "./csv.js";

const readBack = async (text: string): Promise<string[][]> => {
  const rows: string[][] = [];
  const blocks = async function* () {
    yield text;
  };
  for await (const row of readCsvBlocks(blocks())) rows.push(row);
  return rows;
};

test("a list has a row for each element and a column for each field, also of objects within", () => {
  const answer = [
    { id: "a", size: 1234.5, mapping: { email: "mail" }, tags: ["x", "y"] },
    { id: "b", note: 'says "no", twice', mapping: {} },
  ];
  expect(csvOfAnswer(answer)).toBe(
    'id,size,mapping.email,tags,note,mapping\na,1234.5,mail,"[""x"",""y""]",,\nb,,,,"says ""no"", twice",{}\n',
  );
});

test("one record is one row, and an empty list nothing", () => {
  expect(csvOfAnswer({ id: "a", isNew: true })).toBe("id,isNew\na,true\n");
  expect(csvOfAnswer(["a", 2])).toBe("value\na\n2\n");
  expect(csvOfAnswer([])).toBe("");
});

test("whatever texts say, a reader of CSV has them back", async () => {
  const field = fc.string({ unit: "grapheme" }).map((text) => text.replace(/\r/g, ""));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ a: field, b: field }), { minLength: 1 }), async (rows) => {
      const [header, ...read] = await readBack(csvOfAnswer(rows));
      expect(header).toEqual(["a", "b"]);
      expect(read).toEqual(rows.map(({ a, b }) => [a, b]));
    }),
  );
});
