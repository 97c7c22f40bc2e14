// Review of pairs over HTTP: matches by likeness alone and two people who are nearly alike, decided and undone,
// and what random decisions say about the quality of matching.

import { afterAll, beforeAll, expect, test } from "vitest";
import { configurePeople } from "../../src/store/people.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
let shop: Caller & { accountId: string };

const orders = `first,last,street,zip,mail,day
Gwendolyn,Harkness,,,gwendolyn.harkness@example.com,2024-01-02
Gwendolyn,Harkness,,,gwendolyn.harknes@example.com,2024-01-05
Wilma,Sorensen,7 Elm Avenue,05482,wilma@example.com,2024-01-06
Wilma,Sorensen-Ortiz,90 Lake Road,05482,w.ortiz@example.org,2024-01-07
Barnaby,Quill,3 Birch Lane,05446,barnaby@example.com,2024-01-08
Barnabas,Quill,3 Birch Lane,05446,quill.b@example.org,2024-01-09
Thelma,Okonkwo,12 Oak Street,05401,thelma@example.com,2024-01-10
Thelma,Okonkwo,88 Mill Road,05403,okonkwo.t@example.org,2024-01-11
Umar,Yilmaz,5 Pine Street,05446,umar@example.com,2024-01-12
`;

beforeAll(async () => {
  api = await startBuildingApi();
  shop = await api.signUp();
  await shop.post("/uploads/orders/a.csv", orders, { "content-type": "text/csv" });
  const created = await shop.post("/datasets", {
    name: "Orders",
    identity_sets: {
      buyer: {
        person_first_name: "first",
        person_last_name: "last",
        house_number_and_street: ["street"],
        postcode: "zip",
        email: "mail",
      },
    },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { order: { data_map: { datetime: { column_name: "day" } } } },
  });
  expect(created.status).toBe(201);
  await api.build();
});
afterAll(() => api.close());

interface Pair {
  person_id: string;
  other_person_id?: string;
  same_person: boolean;
  record_ids: [string, string];
  probability: number;
  row_count: number;
  expected_wrong_rows: number;
}

const review = async (
  query = "",
): Promise<{ matches: Pair[]; total: number; quality: Record<string, number> }> => {
  const { status, body } = await shop.get(`/people/review${query}`);
  expect(status).toBe(200);
  return body;
};
/** The people of the two records. */
const peopleOf = async ({ record_ids: [left, right] }: Pair): Promise<string[]> => {
  const { status, body } = await shop.get(`/people/why?records=true&left=${left}&right=${right}`);
  expect(status).toBe(200);
  expect([body.left.record.id, body.right.record.id]).toEqual([left, right]);
  return [body.left.person_id, body.right.person_id];
};
const decide = async ({ record_ids }: Pair, same_person: boolean, order?: "random"): Promise<string> => {
  const { status, body } = await shop.post("/people/review", {
    record_ids,
    same_person,
    ...(order && { order }),
  });
  expect(status).toBe(201);
  return body.id;
};
const undo = async (id: string) => expect((await shop.delete(`/people/decisions/${id}`)).status).toBe(204);
const keyOf = ({ record_ids }: Pair): string => record_ids.toSorted().join(" ");

test("the list has matches by likeness and two people just below the line, by what a mistake would cost", async () => {
  const { matches, total } = await review();
  expect(matches).toHaveLength(total);
  const costs = matches.map((pair) => pair.expected_wrong_rows);
  expect(costs).toEqual(costs.toSorted((a, b) => b - a));
  const [one, two] = [true, false].map((is) => matches.filter((pair) => pair.same_person === is)) as [
    Pair[],
    Pair[],
  ];
  expect(one.length).toBeGreaterThan(0);
  expect(two.length).toBeGreaterThan(0);
  for (const pair of one) {
    expect(pair.probability).toBeGreaterThanOrEqual(0.8);
    expect(pair.expected_wrong_rows).toBeCloseTo(pair.row_count * (1 - pair.probability), 9);
  }
  for (const pair of two) {
    expect(pair.probability).toBeLessThan(0.8);
    expect(pair.probability).toBeGreaterThan(1 / 3 - 0.001);
    expect(pair.expected_wrong_rows).toBeCloseTo(pair.row_count * pair.probability, 9);
    expect(await peopleOf(pair)).toEqual([pair.person_id, pair.other_person_id]);
  }
  expect((await review("?limit=1&offset=1")).matches).toEqual(matches.slice(1, 2));
});

test("a decision confirms or corrects the pair at once, and undoing it brings the pair back", async () => {
  const { matches } = await review();
  const firstOf = (isOne: boolean) => matches.find((pair) => pair.same_person === isOne)!;
  for (const isOne of [true, false])
    for (const isSame of [true, false]) {
      const pair = firstOf(isOne);
      const before = await peopleOf(pair);
      const id = await decide(pair, isSame);
      const [left, right] = await peopleOf(pair);
      expect(left === right, `${isOne} to ${isSame}`).toBe(isSame);
      if (isOne === isSame) expect([left, right]).toEqual(before);
      expect((await review()).matches.map(keyOf)).not.toContain(keyOf(pair));
      await api.build();
      expect(await peopleOf(pair)).toEqual([left, right]);
      await undo(id);
      expect(await peopleOf(pair)).toEqual(before);
      expect((await review()).matches.map(keyOf)).toContain(keyOf(pair));
    }
  await api.build();
});

test("a random draw has each pair once, matches and pairs of two people in turn", async () => {
  const { matches } = await review("?order=random");
  expect(new Set(matches.map(keyOf)).size).toBe(matches.length);
  expect(matches.slice(0, 2).map(({ same_person }) => same_person)).toEqual([true, false]);
  expect(await review("?order=random")).toMatchObject({ matches });
});

test("decisions about random pairs say how good matching is, once there are enough", async () => {
  const [pair] = (await review("?order=random")).matches;
  const id = await decide(pair!, true, "random");
  expect((await review()).quality).toEqual({ decided: 1, drawn_matches: 1, drawn_others: 0, needed: 20 });
  const made_at = Date.now();
  const ids = [...Array(60).keys()].map((n) => `decision-${n}`);
  const [one, other] = pair!.record_ids;
  await api.db.transaction((trx) =>
    configurePeople(
      trx,
      shop.accountId,
      (config) => ({
        ...config,
        decisions: {
          together: ids.map((own) => ({ left: one!, right: other!, id: own, made_at })),
          apart: [],
        },
        reviewed: Object.fromEntries(ids.map((own, n) => [own, { was_one: n < 40, is_drawn: true }])),
      }),
      made_at,
    ),
  );
  const { quality } = await review();
  expect(quality).toMatchObject({
    decided: 60,
    drawn_matches: 40,
    drawn_others: 20,
    precision: { value: 1, high: 1 },
  });
  expect(quality.recall).toMatchObject({ low: expect.any(Number), high: expect.any(Number) });
  await undo("decision-0");
  expect((await review()).quality).toMatchObject({ decided: 59, drawn_matches: 39 });
  expect(id).not.toBe("decision-0");
});

test("two records that are nobody, and a person's only records, are refused", async () => {
  const [pair] = (await review()).matches;
  const body = { record_ids: [pair!.record_ids[0], "12345"], same_person: true };
  expect((await shop.post("/people/review", body)).status).toBe(404);
  const twice = { record_ids: [pair!.record_ids[0], pair!.record_ids[0]], same_person: false };
  expect((await shop.post("/people/review", twice)).status).toBe(400);
});
