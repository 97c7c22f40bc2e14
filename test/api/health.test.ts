// Health checks: what they answer while all is well, while something waits, and while the store is away.

import { expect, test } from "vitest";
import { callerOf, openApi } from "./harness.js";

test("a service without troubles is ok", async () => {
  const { app } = await openApi();
  const caller = callerOf(app, {});
  expect(await caller.get("/ready")).toMatchObject({ status: 200, body: { status: "ok", troubles: [] } });
  expect(await caller.get("/health")).toMatchObject({ status: 200, body: { status: "ok" } });
});

test("a service with a trouble is degraded and says since when", async () => {
  const { app, troubles, now } = await openApi();
  troubles.report("mail-unreachable", "The mail server does not answer.");
  expect(await callerOf(app, {}).get("/ready")).toMatchObject({
    status: 200,
    body: {
      status: "degraded",
      troubles: [
        {
          code: "mail-unreachable",
          note: "The mail server does not answer.",
          since: new Date(now()).toISOString(),
        },
      ],
    },
  });
});

test("a service whose store is away is unavailable, and alive", async () => {
  const { app, db } = await openApi();
  await app.ready();
  const caller = callerOf(app, {});
  await db.close();
  expect(await caller.get("/ready")).toMatchObject({
    status: 503,
    body: { status: "unavailable", troubles: [{ code: "store-unavailable" }] },
  });
  expect(await caller.get("/health")).toMatchObject({ status: 200, body: { status: "ok" } });
});
