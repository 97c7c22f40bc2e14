import { expect, test } from "vitest";
import { addressAt, drawHousehold, type Household } from "./household.js";
import { randomFor } from "./random.js";

const households = (): Household[] =>
  Array.from({ length: 500 }, (_, house) => drawHousehold(randomFor(1, house), house, 0, 730));

test("members of a household share a surname and have different first names", () => {
  for (const { members } of households()) {
    expect(new Set(members.map((member) => member.surname)).size).toBe(1);
    expect(new Set(members.map((member) => member.givenName)).size).toBe(members.length);
  }
});

test("some families share an e-mail address, and households never do", () => {
  const all = households();
  const shared = all.filter(({ members }) => members.length > 1 && members[0]!.email === members[1]!.email);
  expect(shared.length).toBeGreaterThan(20);
  const owners = all.map(({ members }) => members[0]!.email);
  expect(new Set(owners).size).toBe(all.length);
});

test("a household that moves has the new address from that day on", () => {
  const mover = households().find((household) => household.movesAt !== null)!;
  expect(addressAt(mover, mover.movesAt! - 1)).toBe(mover.address);
  expect(addressAt(mover, mover.movesAt!)).toBe(mover.nextAddress);
});
