import { expect, test } from "vitest";
import { withoutQuotedValues } from "./quoted-values.js";
import { refuse } from "./refusal.js";

const secret = "ada@example.com";
const texts = [
  refuse("people-first-merge-held", {
    values: 120,
    what: "e-mail addresses",
    people: 12,
    largest: 10,
    examples: `, among them ${secret}, ${secret}. Check the mapping: a value of ${secret}`,
    enough_percent: "95 %",
    enough: 0.95,
  }),
  refuse("date-unreadable", { column: "mail", example: `${secret}). Set format in ${secret}` }),
  refuse("date-ambiguous", { column: "a (for example b", file: "a.csv", example: secret, formats: "x" }),
  refuse("format-mismatch", { column: "mail", format: "YYYY", example: secret }),
].map(({ message }) => message);

test.each(texts)("%s", (text) => {
  for (const whole of [text, `Waiting for dataset Orders, which failed: ${text} Then it goes on.`]) {
    expect(whole).toContain(secret);
    const shown = withoutQuotedValues(whole, "•••");
    expect(shown).not.toContain(secret);
    expect(shown).toContain("•••");
    expect(shown.slice(-8)).toBe(whole.slice(-8));
  }
  const cut = `${text.slice(0, text.indexOf(secret) + 5)}…`;
  expect(withoutQuotedValues(cut, "•••")).not.toContain("ada@e");
});

test("a text without a quotation stays as it is", () => {
  const text = "orders.csv is empty. It needs a header and at least one row.";
  expect(withoutQuotedValues(text, "•••")).toBe(text);
  expect(withoutQuotedValues("", "•••")).toBe("");
});
