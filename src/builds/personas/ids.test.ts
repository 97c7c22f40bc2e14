import { expect, test } from "vitest";
import type { Persona, PersonaSetResult } from "../../domain/personas/persona-set.js";
import { personaIds, type Shared } from "./ids.js";

const before = (...ids: string[]): PersonaSetResult => ({
  population_count: 0,
  fields: [],
  candidates: [],
  flow: [],
  personas_made: ids.length,
  personas: ids.map((id) => ({ id }) as Persona),
});
const shared = (...counts: [number, string, number][]): Shared[] =>
  counts.map(([cluster, persona_id, people]) => ({ cluster, persona_id, people }));

test("the first personas have distinct ids that are derived from the set", () => {
  const { ids, personasMade } = personaIds("set", 3, null, []);
  expect(new Set(ids).size).toBe(3);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(personasMade).toBe(3);
  expect(personaIds("set", 3, null, []).ids).toEqual(ids);
  expect(personaIds("other", 3, null, []).ids).not.toEqual(ids);
});

test("a persona continues in the cluster with most of its people", () => {
  const counts = shared([0, "b", 80], [0, "a", 20], [1, "a", 70], [1, "b", 10]);
  expect(personaIds("set", 2, before("a", "b"), counts).ids).toEqual(["b", "a"]);
});

test("of two parts of a persona the larger one continues, and the other is new", () => {
  const counts = shared([0, "a", 40], [1, "a", 60]);
  const { ids, personasMade } = personaIds("set", 2, before("a"), counts);
  expect(ids[1]).toBe("a");
  expect(personasMade).toBe(2);
});

test("a cluster with people from all personas is a new persona, with an id that was never used", () => {
  const counts = shared([0, "a", 30], [0, "b", 35], [0, "c", 35], [1, "a", 70], [1, "b", 65], [1, "c", 65]);
  const { ids } = personaIds("set", 2, before("a", "b", "c"), counts);
  const first = personaIds("set", 3, null, []).ids;
  expect(ids.filter((id) => ["a", "b", "c"].includes(id))).toHaveLength(1);
  expect(first).not.toContain(ids[0]);
});
