import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { inLogContext, logContext } from "./context.js";

test("work keeps its context across waits, and concurrent work does not see it", async () => {
  const seen = (request: string) =>
    inLogContext({ request }, async () => {
      await sleep(1);
      return logContext().request;
    });
  expect(await Promise.all([seen("a"), seen("b")])).toEqual(["a", "b"]);
  expect(logContext()).toEqual({});
});
