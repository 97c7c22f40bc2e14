import { expect, test } from "vitest";
import { searchesFor, withoutDuplicates } from "./search.js";

test("a text with an @ is searched as an e-mail address only", () => {
  expect(searchesFor(" ada@example.com ")).toEqual([{ email: "ada@example.com" }]);
});

test("digits are searched as a phone number and a customer ID", () => {
  expect(searchesFor("+1 (555) 010-9999")).toEqual([
    { phone: "+1 (555) 010-9999" },
    { customer_id: "+1 (555) 010-9999" },
  ]);
  expect(searchesFor("C-1042")).toEqual([{ customer_id: "C-1042" }, { name: "C-1042" }]);
});

test("words are searched as a name first", () => {
  expect(searchesFor("Ada Lovelace")[0]).toEqual({ name: "Ada Lovelace" });
});

test("words with a number are searched as an address first", () => {
  expect(searchesFor("12 Oak Street")[0]).toEqual({ address: "12 Oak Street" });
});

test("blanks are not searched", () => {
  expect(searchesFor("  ")).toEqual([]);
});

test("a person in several results is listed once", () => {
  expect(withoutDuplicates([[{ id: "1" }, { id: "2" }], [{ id: "2" }]])).toEqual([{ id: "1" }, { id: "2" }]);
});
