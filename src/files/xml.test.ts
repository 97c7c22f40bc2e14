import fc from "fast-check";
import { expect, test } from "vitest";
import { attributeOf, BrokenXml, XmlScanner } from "./xml.js";

/** Reported parts, with pieces of one text joined. */
const scan = (text: string, chunk = Number.POSITIVE_INFINITY): string[] => {
  const found: string[] = [];
  const scanner = new XmlScanner({
    open: (name, attributes) => found.push(`<${name}${attributes}`),
    close: (name) => found.push(`/${name}`),
    text(piece) {
      if (found.at(-1)?.startsWith("#")) found.push(`${found.pop()}${piece}`);
      else found.push(`#${piece}`);
    },
  });
  for (let at = 0; at < text.length; at += chunk) scanner.push(text.slice(at, at + chunk));
  scanner.end();
  return found;
};

const sample =
  '<?xml version="1.0"?><!-- a > b --><x:row r="1" note="a > b"><c t=\'s\'><v>1 &lt; 2 &#233;&#x41;</v></c><e/><![CDATA[<&>]]></x:row>';

test("elements, attributes and text are reported", () => {
  expect(scan(sample)).toEqual([
    '<row r="1" note="a > b"',
    "<c t='s'",
    "<v",
    "#1 < 2 éA",
    "/v",
    "/c",
    "<e",
    "/e",
    "#<&>",
    "/row",
  ]);
});

test("where the chunks end makes no difference", () => {
  const whole = scan(sample);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: sample.length }), (chunk) => {
      expect(scan(sample, chunk)).toEqual(whole);
    }),
  );
});

test("attributes are found by their whole name, in either kind of quotes", () => {
  const attributes = " xr='9' r = \"B2\" t='a &amp; \"b\"'";
  expect(attributeOf(attributes, "r")).toBe("B2");
  expect(attributeOf(attributes, "t")).toBe('a & "b"');
  expect(attributeOf(attributes, "s")).toBeUndefined();
});

test.each([
  ["a document type", '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'],
  ["an unknown entity", "<x>&lol;</x>"],
  ["an end within an element", "<x><y"],
  ["a token without end", `<x a="${"a".repeat(2_100_000)}`],
])("%s is refused", (_, text) => {
  expect(() => scan(text)).toThrow(BrokenXml);
});

test("elements may be nested to any depth", () => {
  expect(scan("<a>".repeat(100_000) + "</a>".repeat(100_000))).toHaveLength(200_000);
});
