import { expect, test } from "vitest";
import { identifiersOf, movedScores, newerOf, type Score, withNewer } from "./live.js";

const score = (more: Partial<Score>): Score => ({
  scope_id: "s",
  scope_name: "Scoring",
  outcome_id: "o",
  outcome_name: "Buys again",
  status: "scored",
  past: [],
  personas: [],
  ...more,
});
const moment = {
  scored_at: "2026-01-31T18:30:00Z",
  data_through: "2026-01-31T18:30:00Z",
  built_through: "2026-01-31T18:00:00Z",
  waiting_records: 0,
  is_new: false,
};
const built = [score({ probability: 0.4, percentile: 60 })];

test("a score moves once the person has newer events, and loses its rank", () => {
  const live = [score({ probability: 0.5, live: { ...moment, newer_events: 2 } })];
  expect(movedScores(built, live)).toEqual([{ builtProbability: 0.4, score: score({ probability: 0.5 }) }]);
});

test("a score that cannot move, or need not, stays that of the last build", () => {
  const stays = [{ score: built[0] }];
  expect(movedScores(built, undefined)).toEqual(stays);
  expect(movedScores(built, [score({ probability: 0.41, live: { ...moment, newer_events: 0 } })])).toEqual(
    stays,
  );
  expect(
    movedScores(built, [score({ status: "unavailable", live: { ...moment, newer_events: 2 } })]),
  ).toEqual(stays);
});

test("a person who has converted since has no probability any longer", () => {
  const live = [score({ status: "attained", live: { ...moment, newer_events: 1 } })];
  expect(movedScores(built, live)).toEqual([{ builtProbability: 0.4, score: score({ status: "attained" }) }]);
});

const arrival = (id: string, more: object = {}) => ({
  id,
  arrived_at: "2026-01-31T18:30:00Z",
  result: "taken" as const,
  stream_name: "visit",
  identity: {},
  properties: { page: id },
  ...more,
});

test("the newest events are those that the last build does not have", () => {
  const arrivals = [arrival("3"), arrival("2", { result: "refused" }), arrival("1"), arrival("0")];
  expect(newerOf(arrivals, 2).map(({ properties }) => properties.page)).toEqual(["3", "1"]);
  expect(newerOf([arrival("a", { stream_name: "" })], 2)).toEqual([]);
});

test("newer events take their place by date, and a list that goes on stays as long", () => {
  const at = (datetime: string) => ({ datetime, stream_name: "visit", properties: {} });
  const [first, second, third] = [at("2026-01-01"), at("2026-01-02"), at("2026-01-03")];
  expect(withNewer([second!, first!], [third!], true)).toEqual([third, second]);
  expect(withNewer([third!, first!], [second!], false)).toEqual([third, second, first]);
  expect(withNewer([second!, first!], [at("2026-01-02T00:00:00.000Z")], false)).toEqual([second, first]);
});

test("a person is found by the numbers and addresses of all records", () => {
  const records = [{ fields: { customer_id: "7" } }, { fields: { email: "b@x.example", customer_id: "7" } }];
  expect(identifiersOf({ fields: { email: "a@x.example" }, records } as never)).toEqual([
    "a@x.example",
    "7",
    "b@x.example",
  ]);
});
