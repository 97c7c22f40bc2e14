import { expect, onTestFinished, test } from "vitest";
import { quiet, serveAnswers } from "../fixtures.js";
import { contactLedger } from "./contact-ledger.js";

const estimate = (value: number) => ({ value, low: value - 5, high: value + 5 });
const ledger = {
  headline:
    "Since 1 March 2025, contacting 950 people has brought 40 more conversions (95 % interval 35 to 45).",
  months: [
    {
      from: "2025-03-01T00:00:00.000Z",
      contact: { people: 950 },
      held_out: { people: 50 },
      conversions: estimate(12),
      amount: estimate(1200),
      so_far: { conversions: estimate(40), amount: estimate(4000) },
    },
  ],
};

const run = async (holdouts: object[], ...args: string[]) => {
  const service = await serveAnswers(({ path }) => {
    if (path.startsWith("/v1/holdouts/h2/ledger.csv")) return { body: "from,until\r\n" };
    if (path.startsWith("/v1/holdouts/h2/ledger")) return { body: JSON.stringify(ledger) };
    return { body: JSON.stringify(path.includes("cursor") ? [] : holdouts) };
  });
  onTestFinished(service.close);
  const { terminal, out } = quiet();
  await contactLedger.run([...args, "--url", service.url, "--key", "k"], terminal);
  return out();
};

const inUse = [
  { id: "h1", name: "Former", archived_at: "2025-01-01T00:00:00.000Z" },
  { id: "h2", name: "Now" },
];

test("the ledger of the hold-out in use is printed by month, without a profit that nobody knows", async () => {
  const out = await run(inUse);
  expect(out).toContain(ledger.headline);
  expect(out).toMatch(/month +to contact +held out +conversions +conversions so far +amount +amount so far/);
  expect(out).toMatch(/2025-03 +950 +50 +12 \(7 to 17\) +40 \(35 to 45\) +1,200 \(1,195 to 1,205\)/);
});

test("as CSV it is the file of the service, and as JSON its answer", async () => {
  expect(await run(inUse, "--csv")).toBe("from,until\r\n");
  expect(JSON.parse(await run(inUse, "--json"))).toEqual(ledger);
});

test("an account without a hold-out hears how to have one", async () => {
  await expect(run([inUse[0]!])).rejects.toThrow(
    "The account has no hold-out. Create one with bellwether create",
  );
});
