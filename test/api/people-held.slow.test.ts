// A first build of people that is held: what the owner reads, and how they accept it.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";

let api: BuildingApi;
beforeAll(async () => {
  api = await startBuildingApi({}, { onFailure: () => {} });
});
afterAll(() => api.close());

const names = "Ada Boris Cleo Dora Emil Fay Gus Hana Ivo Jo Karl Lola".split(" ");
/** 120 customers, ten to a name and a telephone number, as a trial with masked data has them. */
const masked = Array.from({ length: 120 }, (_, i) => {
  const name = names[i % names.length]!;
  const mailbox = `${((i * 7_919 + 11) % 1_000_003).toString(36)}@mail${i}.example`;
  return `${name},${name}son,${mailbox},802 863 ${1000 + 91 * (i % names.length)}`;
});
const dataset = {
  name: "Customers",
  identity_sets: {
    customer: { person_first_name: "first", person_last_name: "last", email: "email", phone: "phone" },
  },
  options: { type: "hosted_csv", upload_directory: "customers" },
};

test("a first build that merges far more than the e-mail addresses agree on waits for its owner", async () => {
  const { post, get, patch } = await api.signUp();
  const file = ["first,last,email,phone", ...masked].join("\n");
  await post("/uploads/customers/a.csv", file, { "content-type": "text/csv" });
  await post("/datasets", dataset);
  await api.build();
  const held = await get("/people/analysis");
  expect(held).toMatchObject({ status: 409, body: { error: "CONFLICT" } });
  expect(held.body.note).toContain("Records with 120 different e-mail addresses would become 12 people");
  expect(held.body.note).toContain("The largest person would have 10 e-mail addresses, among them ");
  expect((await get("/people?name=Ada")).body.note).toBe(held.body.note);
  const lines = api.log.filter((line) => line.includes("people-not-built"));
  expect(lines).toHaveLength(2);
  expect(lines.join("")).not.toContain("@mail");
  const { body: key } = await post("/accounts/current/api_keys", { name: "looks", role: "masked_viewer" });
  const shown = (await api.as(key.api_key).get("/people/analysis")).body.note;
  expect(shown).toContain("The largest person would have 10 •••. Check the mapping");
  expect(shown).not.toContain("@mail");

  const [, limit] = /most_merged ([0-9.]+)\./.exec(held.body.note)!;
  await patch("/accounts/current", {
    identity_resolution: { mode: "standard", most_merged: Number(limit) },
  });
  await api.build();
  expect(await get("/people/analysis")).toMatchObject({ status: 200, body: { people_count: 12 } });
});
