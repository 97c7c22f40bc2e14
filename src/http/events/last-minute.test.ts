import { expect, test } from "vitest";
import { limits } from "../../domain/resource/limits.js";
import { LastMinute, sumOf } from "./last-minute.js";

const start = Date.UTC(2026, 0, 1);
const taken = (count: number) => ({ taken: count, repeated: 0, refused: 0 });

test("what came more than a minute ago is in no sum", () => {
  const minute = new LastMinute();
  minute.add(start, { taken: 3, repeated: 1, refused: 2 });
  minute.addPerson(start, "ada");
  minute.add(start + 59_000, taken(1));
  minute.addPerson(start + 59_000, "bea");
  expect(sumOf([minute.seen(start + 59_500)], start + 59_500)).toMatchObject({
    taken: 4,
    repeated: 1,
    refused: 2,
    people: 2,
    hasMorePeople: false,
    through: start + 59_000,
  });
  const later = sumOf([minute.seen(start + 75_000)], start + 75_000);
  expect([later.taken, later.refused, later.people]).toEqual([1, 0, 1]);
  expect(later.perSecond[43]).toEqual({ taken: 1, refused: 0 });
});

test("a person counts once, however often and at whatever node", () => {
  const [one, two] = [new LastMinute(), new LastMinute()];
  for (const person of ["ada", "ada", "bea"]) one.addPerson(start, person);
  two.addPerson(start + 11_000, "ada");
  const now = start + 20_000;
  expect(sumOf([one.seen(now), two.seen(now)], now).people).toBe(2);
});

test("of very many people some are counted, and the sum says that there are more", () => {
  const minute = new LastMinute();
  for (let i = 0; i < 3 * limits.recentPeople.is; i++) minute.addPerson(start, `person ${i}`);
  expect(minute.countsPeople(start)).toBe(false);
  const { people, hasMorePeople } = sumOf([minute.seen(start)], start);
  expect(people).toBeGreaterThan(limits.recentPeople.is - 3);
  expect(people).toBeLessThanOrEqual(limits.recentPeople.is);
  expect(hasMorePeople).toBe(true);
});

test("a clock that is set back loses nothing", () => {
  const minute = new LastMinute();
  minute.add(start, taken(1));
  minute.add(start - 5_000, taken(1));
  expect(sumOf([minute.seen(start)], start).taken).toBe(2);
});
