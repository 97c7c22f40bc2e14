import { expect, test } from "vitest";
import { get, mapText, set, unset } from "./paths.js";

test("a field deep in a body is read, set and unset, and the body stays as it was", () => {
  const body = { options: { type: "hosted_csv" } };
  expect(get(body, "options.type")).toBe("hosted_csv");
  expect(get(body, "options.type.more")).toBeUndefined();
  expect(set(body, "options.gzip", true)).toEqual({ options: { type: "hosted_csv", gzip: true } });
  expect(set(body, "a.b", 1)).toEqual({ ...body, a: { b: 1 } });
  expect(unset(body, "options.type")).toEqual({ options: {} });
  expect(unset(body, "none.type")).toEqual(body);
  expect(body).toEqual({ options: { type: "hosted_csv" } });
});

test("texts are mapped wherever a path leads, and whatever else is there stays", () => {
  const places: string[] = [];
  const shout = (text: string, at: string) => {
    places.push(at);
    return text.toUpperCase();
  };
  const body = { filter: [{ id: "a" }, { id: 7 }, { other: "b" }], list: ["c"] };
  expect(mapText(body, "filter.[].id", shout)).toEqual({
    ...body,
    filter: [{ id: "A" }, { id: 7 }, { other: "b" }],
  });
  expect(mapText(body, "list.[]", shout)).toEqual({ ...body, list: ["C"] });
  expect(mapText(body, "nowhere.[].id", shout)).toEqual(body);
  expect(places).toEqual(["filter.0.id", "list.0"]);
});
