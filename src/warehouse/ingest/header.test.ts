import { expect, test } from "vitest";
import { findHeader } from "./header.js";

const find = (text: string) =>
  findHeader(
    text.split("\n").flatMap((line, i) => (line === "" ? [] : [{ line: i + 1, fields: line.split(";") }])),
  );

test("the first row is the header of an ordinary file", () => {
  expect(find("id;day;amount\n1;2024-01-01;3.5\n2;2024-01-02;4")).toEqual({ index: 0, looksLikeData: false });
  expect(find("name;city\nAnn;Rome\nBob;Oslo\nCy;Bonn")).toEqual({ index: 0, looksLikeData: false });
  expect(find("email\na@example.com\nb@example.com")).toEqual({ index: 0, looksLikeData: false });
});

test.each([
  ["a title", "Report: Orders\n\nid;day;amount;city\n1;2024-01-01;3.5;Rome\n2;2024-01-02;4;Oslo", 1],
  ["a title in a row of empty cells", "Orders;;;\nid;day;amount;city\n1;2024-01-01;3.5;Rome", 1],
  ["a title above two columns", "Sales\nmonth;sales\nJuly;39.5\nJune;12", 1],
  ["names and values", "Account;4711\nPeriod;2024\nid;day;amount;city\n1;2024-01-01;3.5;Rome", 2],
  ["groups of columns", "Order;;;Customer;;\nid;day;amount;name;city;zip\n1;2024-01-01;3;Ann;Rome;00100", 1],
])("%s above the header is found", (_, text, index) => {
  expect(find(text)).toMatchObject({ index });
});

test.each([
  ["90;2024-01-01;134.24\n91;2024-01-02;12\n92;2024-01-05;9.5", true],
  ["a@example.com\nb@example.com\nc@example.com", true],
  ["C01;2024-01-01;Ann\nC02;2024-01-02;Bob\nC03;2024-01-05;Cy", true],
  ["customer;2023;2024\nC01;12;15\nC02;3;8", false],
  ["id;amount\n1;2\n2;3", false],
  ["id;2024-01-01\nA;yes\nB;no", false],
])("whether the first row looks like the others: %j", (text, looksLikeData) => {
  expect(find(text)).toEqual({ index: 0, looksLikeData });
});

test("a first row with fewer names than columns stays the header", () => {
  expect(find("id;name;;\n1;Ann;Rome;x\n2;Bob;Oslo;y")).toMatchObject({ index: 0 });
  expect(find("name;name\nAnn;Lee\nBob;Ray")).toMatchObject({ index: 0 });
  expect(find("id;2024\nA;yes\nB;no")).toMatchObject({ index: 0 });
});
