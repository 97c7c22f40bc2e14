import fc from "fast-check";
import { expect, test } from "vitest";
import { FairQueue, GroupedFairQueue } from "./fair-queue.js";

const cost = fc.double({ min: 0.1, max: 5, noNaN: true });

test("those who always wait use the same, up to a piece of each", () => {
  fc.assert(
    fc.property(fc.array(fc.array(cost, { minLength: 1 }), { minLength: 2, maxLength: 5 }), (costs) => {
      const queue = new FairQueue<number>();
      const used = costs.map(() => 0);
      for (const i of costs.keys()) queue.add(String(i), 0);
      for (let i = 0; i < 60; i++) {
        const { sender, piece } = queue.take()!;
        const own = costs[Number(sender)]!;
        queue.add(sender, piece + 1);
        queue.charge(sender, own[piece % own.length]!);
        used[Number(sender)]! += own[piece % own.length]!;
        expect(Math.max(...used) - Math.min(...used)).toBeLessThanOrEqual(5);
      }
    }),
  );
});

test("the pieces of one come in their order, and none is lost", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), cost, fc.boolean())), (events) => {
      const queue = new FairQueue<number>();
      const taken: Record<string, number[]> = { a: [], b: [], c: [] };
      const added: Record<string, number[]> = { a: [], b: [], c: [] };
      const takeOne = (costs: number) => {
        const next = queue.take();
        if (!next) return false;
        taken[next.sender]!.push(next.piece);
        queue.charge(next.sender, costs);
        return true;
      };
      events.forEach(([sender, costs, isTaking], i) => {
        queue.add(sender, i);
        added[sender]!.push(i);
        if (isTaking) takeOne(costs);
      });
      while (takeOne(1));
      expect(taken).toEqual(added);
      expect(queue.isEmpty).toBe(true);
    }),
  );
});

test("whoever comes rarely waits for one piece, however many others have waiting", () => {
  const queue = new FairQueue<string>();
  for (let i = 0; i < 1_000; i++) queue.add("crowd", "piece");
  for (let i = 0; i < 10; i++) {
    for (let taken = 0; taken < 20; taken++) queue.charge(queue.take()!.sender, 3);
    queue.add("rare", "piece");
    expect(queue.take()!.sender).toBe("rare");
    queue.charge("rare", 1);
  }
});

test("what was used while nobody waited is forgotten, and absence is no credit", () => {
  const queue = new FairQueue<string>();
  queue.add("early", "piece");
  queue.charge(queue.take()!.sender, 1_000);
  queue.add("early", "piece");
  queue.add("late", "piece");
  expect(queue.take()!.sender).toBe("early");
  queue.charge("early", 5);
  for (let i = 0; i < 100; i++) queue.add("late", "piece");
  let late = 0;
  for (let i = 0; i < 20; i++) {
    queue.add("early", "piece");
    const { sender } = queue.take()!;
    if (sender === "late") late++;
    queue.charge(sender, 1);
  }
  expect(late).toBeGreaterThanOrEqual(10);
  expect(late).toBeLessThanOrEqual(13);
});

test("names that one group makes up are no further shares", () => {
  const queue = new GroupedFairQueue<string>();
  for (let i = 0; i < 300; i++) queue.add({ group: "crowd", name: String(i) }, "piece");
  queue.add({ group: "other", name: "key" }, "first");
  queue.add({ group: "other", name: "key" }, "second");
  const order: string[] = [];
  for (let i = 0; i < 6; i++) {
    const { sender, piece } = queue.take()!;
    order.push(sender.group === "other" ? piece : "crowd");
    queue.charge(sender, 1);
  }
  expect(order).toEqual(["crowd", "first", "crowd", "second", "crowd", "crowd"]);
});

test("in a group, whoever has used the least goes next", () => {
  const queue = new GroupedFairQueue<string>();
  for (let i = 0; i < 10; i++) queue.add({ group: "office", name: "busy" }, "piece");
  for (let i = 0; i < 3; i++) queue.charge(queue.take()!.sender, 4);
  queue.add({ group: "office", name: "rare" }, "piece");
  expect(queue.take()!.sender).toEqual({ group: "office", name: "rare" });
});
