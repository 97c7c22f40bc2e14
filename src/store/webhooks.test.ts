import { beforeAll, expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { createAccount } from "./accounts.js";
import {
  disableEndpoint,
  findDelivery,
  findEndpoint,
  insertDelivery,
  insertEndpoint,
  listDeliveries,
  listEndpoints,
  markEndpointFails,
  markEndpointWorks,
  recordAttempt,
  removeEndpoint,
  updateEndpoint,
} from "./webhooks.js";

const now = 1_700_000_000_000;
const draft = {
  url: "https://example.com/hook",
  description: null,
  enabledEvents: ["resource.errored" as const],
};

onEveryStore(({ open }) => {
  let db: Db["kysely"];
  let accountId: string;
  beforeAll(async () => {
    db = (await open()).kysely;
    accountId = (await createAccount(db, { name: "Shop", email: "" }, now)).id;
  });

  test("an endpoint is found as created, and changes only in the version that was read", async () => {
    const made = await insertEndpoint(db, accountId, draft, now);
    expect(await findEndpoint(db, made.id)).toEqual(made);
    expect((await listEndpoints(db, accountId)).map(({ id }) => id)).toContain(made.id);
    const changed = await updateEndpoint(db, made, { ...draft, description: "x", isEnabled: true }, now + 1);
    expect(changed).toMatchObject({ description: "x", version: 2, secret: made.secret });
    const late = updateEndpoint(db, made, { ...draft, isEnabled: true }, now + 2);
    await expect(late).rejects.toMatchObject({ code: "changed-meanwhile" });
  });

  test("failing starts with the first failure, ends with a success, and is cleared when the endpoint is enabled again", async () => {
    const { id } = await insertEndpoint(db, accountId, draft, now);
    await markEndpointFails(db, id, now + 1);
    await markEndpointFails(db, id, now + 2);
    expect((await findEndpoint(db, id))?.failingSince).toBe(now + 1);
    await markEndpointWorks(db, id);
    expect((await findEndpoint(db, id))?.failingSince).toBe(null);
    await markEndpointFails(db, id, now + 3);
    await disableEndpoint(db, id, "why", now + 4);
    await disableEndpoint(db, id, "again", now + 5);
    const disabled = await findEndpoint(db, id);
    expect(disabled).toMatchObject({ disabledAt: now + 4, disabledReason: "why" });
    expect(await updateEndpoint(db, disabled!, { ...draft, isEnabled: true }, now)).toMatchObject({
      disabledAt: null,
      disabledReason: null,
      failingSince: null,
    });
  });

  test("deliveries are listed newest first, kept for a month, and deleted with their endpoint", async () => {
    const { id } = await insertEndpoint(db, accountId, draft, now);
    const message = { type: "resource.errored", body: "{}" };
    const first = await insertDelivery(db, id, message, now);
    const second = await insertDelivery(db, id, message, now);
    const listed = async () => (await listDeliveries(db, id)).map((delivery) => delivery.id);
    expect(await listed()).toEqual([second.id, first.id]);
    const attempt = { at: now, attempts: 1, responseStatus: 200, error: null, nextAt: null };
    await recordAttempt(db, first.id, attempt);
    expect(await findDelivery(db, first.id)).toMatchObject({ state: "delivered", response_status: 200 });
    const third = await insertDelivery(db, id, message, now + 30 * 86_400_000);
    expect(await listed()).toEqual([third.id]);
    await removeEndpoint(db, id);
    expect(await findDelivery(db, third.id)).toBeUndefined();
  });
});
