import { expect, test } from "vitest";
import { TouchedPeople } from "./touched-people.js";

const touched = (...people: bigint[]): TouchedPeople => {
  const made = new TouchedPeople();
  for (const person of people) made.add(person);
  return made;
};

test("people are named in the order of their last events until they are settled", () => {
  const people = touched(1n, 2n, 3n, 1n);
  const first = people.name(2);
  expect(first).toMatchObject({ people: [2n, 3n], hasMore: true });
  expect(people.name(2).people).toEqual([2n, 3n]);
  people.settle(first.turn);
  expect(people.name(2).people).toEqual([2n, 3n]);
  people.settle(people.name(2).turn);
  expect(people.name(2)).toMatchObject({ people: [1n], hasMore: false });
});

test("somebody with another event since they were named is named again", () => {
  const people = touched(1n, 2n);
  const { turn } = people.name(5);
  people.add(1n);
  people.settle(turn);
  expect(people.name(5).people).toEqual([1n]);
});

test("people who are named once more come after those with new events", () => {
  const people = touched(7n);
  people.addAgain([1n, 7n]);
  people.add(2n);
  expect(people.name(5).people).toEqual([7n, 2n, 1n]);
  expect([...people.all()]).toEqual([7n, 2n, 1n]);
});
