// A person's page where the account scores live: an event that a program sends shows without a reload, with the score that
// has it, nothing on the page jumps, and the build that follows takes it up.

import { rm } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { type Client, createClient } from "../../src/cli/client.js";
import { ready, signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { startService } from "../support/service.js";
import { accessibilityViolations } from "./support/accessibility.js";
import { openBrowser } from "./support/browser.js";
import { layoutShifts, watchLayoutShifts } from "./support/layout-shifts.js";
import { visitSignedIn } from "./support/sign-in.js";

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  return () => browser.close();
});

const dayMs = 86_400_000;
const end = Date.UTC(2026, 0, 1);

/** Orders of a year: each customer has a rhythm of their own. */
const orders = (): object[] =>
  Array.from({ length: 120 }, (_, person) => {
    const gapDays = 20 + (person % 90);
    return Array.from({ length: Math.floor(360 / gapDays) }, (_, i) => ({
      customer_id: `C${person}`,
      email: `c${person}@example.com`,
      datetime: new Date(end - (i * gapDays + ((person * 37 + 11 * i) % gapDays)) * dayMs).toISOString(),
      value: 10 + (person % 9),
      event_id: `o-${person}-${i}`,
    }));
  }).flat();

const send = async (url: string, key: string, events: unknown): Promise<void> => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify(events);
  const answer = await fetch(`${url}/v1/streams/transaction/events`, { method: "POST", headers, body });
  expect(answer.status, await answer.text()).toBe(200);
};

const setUp = async (client: Client): Promise<string> => {
  const post = (kind: string, body: object) => client.post<{ id: string }>(`/${kind}`, body);
  const cohort = await post("cohorts", { name: "Customers", stream_name: "transaction" });
  const outcome = await post("outcomes", {
    name: "Buys again",
    attainment_cohort_id: cohort.id,
    eligible_cohort_id: cohort.id,
    recurring: true,
    horizon_days: 30,
  });
  const scope = await post("scopes", {
    name: "Scoring",
    population: { cohort_ids: [cohort.id] },
    payload: { outcome_ids: [outcome.id] },
  });
  const target = await post("targets", {
    name: "Live",
    scope_id: scope.id,
    representation: { mode: "identified" },
    options: { type: "lookup_api", live: true },
  });
  return target.id;
};

/** A service whose events were built, and which gathers the next ones for longer. */
const startBuilt = async () => {
  const first = await startService({ env: { BELLWETHER_EVENT_SECONDS: "1" } });
  let service = first;
  onTestFinished(async () => {
    await service.stop();
    await rm(first.dataDir, { recursive: true, force: true });
  });
  const { key } = await signUp(first.url);
  await send(first.url, key, orders());
  const client = createClient({ url: first.url, key });
  await eventually("the events are built", async () => {
    const [stream] = await client.get<{ status: string; event_count?: number }[]>("/streams");
    return stream?.status === "ready" ? true : undefined;
  });
  await ready(client, `/targets/${await setUp(client)}`);
  await first.stop();
  service = await startService({ env: { BELLWETHER_EVENT_SECONDS: "25" }, dataDir: first.dataDir });
  return { service, key };
};

test("a person's page moves with the events that arrive, and then with the build", async () => {
  const { service, key } = await startBuilt();
  const visitor = await visitSignedIn(browser, service.url, key);
  const { page } = visitor;
  await watchLayoutShifts(visitor.context);
  const [person] = await (await page.request.get("/v1/people?email=c7@example.com")).json();
  await page.goto(`/console/people/${person.id}`);
  await visitor.settled();
  const predictions = page.getByRole("region", { name: /^Predictions/ });
  const timeline = page.getByRole("region", { name: /^Timeline/ });
  await predictions.getByText("As of now: nothing newer than the last build.").waitFor();
  const before = await timeline.getByRole("listitem").count();

  const late = {
    customer_id: "C7",
    email: "c7@example.com",
    value: 77,
    datetime: new Date(end).toISOString(),
  };
  await send(service.url, key, { ...late, event_id: "late" });
  await timeline.getByText("77.00").waitFor();
  await predictions.getByText("1 event newer than the last build.").waitFor();
  await predictions.getByText(/Now; .+ at the last build/).waitFor();
  const [chance] = /\d+(\.\d+)?\s%/.exec((await predictions.getByText(/likely by/).textContent()) ?? "")!;
  await page
    .getByRole("region", { name: /^History/ })
    .getByText(`Buys again: ${chance}`)
    .first()
    .waitFor();
  await timeline.getByText("and 1 newer than the last build").waitFor();
  expect(await timeline.getByRole("listitem").count()).toBe(before + 1);
  expect(await layoutShifts(page, 0.02)).toEqual([]);
  expect(await accessibilityViolations(page)).toEqual([]);

  await predictions.getByText("As of now: nothing newer than the last build.").waitFor();
  await timeline.getByText("newer than the last build").waitFor({ state: "detached" });
  await timeline.getByText("77.00").waitFor();
  expect(await timeline.getByRole("listitem").count()).toBe(before + 1);
  await visitor.leave();
});
