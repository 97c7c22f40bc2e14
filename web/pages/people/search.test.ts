import { expect, test } from "vitest";
import { foundOnce, searchesFor } from "./search.js";

test("an e-mail address is nothing else", () => {
  expect(searchesFor(" ada@example.com ")).toEqual([{ email: "ada@example.com" }]);
});

test("digits may be a telephone number, or the owner's own", () => {
  expect(searchesFor("+1 (555) 010-9999")).toEqual([
    { phone: "+1 (555) 010-9999" },
    { customer_id: "+1 (555) 010-9999" },
  ]);
  expect(searchesFor("C-1042")).toEqual([{ customer_id: "C-1042" }, { name: "C-1042" }]);
});

test("words are a name first", () => {
  expect(searchesFor("Ada Lovelace")[0]).toEqual({ name: "Ada Lovelace" });
});

test("words with a number are where somebody lives", () => {
  expect(searchesFor("12 Oak Street")[0]).toEqual({ address: "12 Oak Street" });
});

test("nothing is asked for by blanks", () => {
  expect(searchesFor("  ")).toEqual([]);
});

test("who is found twice is shown once", () => {
  expect(foundOnce([[{ id: "1" }, { id: "2" }], [{ id: "2" }]])).toEqual([{ id: "1" }, { id: "2" }]);
});
