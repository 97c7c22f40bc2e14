import { expect, onTestFinished, test } from "vitest";
import { quiet, serveAnswers } from "../fixtures.js";
import { lift } from "./lift.js";

const found = {
  headline: "10 % of the people are held out: 180 of 1,794.",
  incrementality: {
    headline: "Since 1 March 2025, contacting 1,614 people has brought 312 more conversions.",
  },
  campaigns: [
    { name: "Spring", headline: "45 more: no effect can be seen." },
    { headline: "The horizon is not over." },
  ],
  decision: { headline: "Choose the people with the highest chance." },
};

const run = async (...args: string[]) => {
  const requested: string[] = [];
  const service = await serveAnswers(({ path }) => {
    requested.push(path);
    if (path.startsWith("/v1/scopes/s1/holdout")) return { body: JSON.stringify(found) };
    const all = path.startsWith("/v1/outcomes")
      ? [{ id: "o1", name: "Leaves", status: "ready" }]
      : [{ id: "s1", name: "Repeat", status: "ready" }];
    return { body: JSON.stringify(all) };
  });
  onTestFinished(service.close);
  const { terminal, out } = quiet();
  await lift.run([...args, "--url", service.url, "--key", "k"], terminal);
  return { out: out(), requested: requested.at(-1) };
};

test("what contacts brought is said in paragraphs, and what is not known is left out", async () => {
  const { out, requested } = await run("Repeat");
  expect(requested).toBe("/v1/scopes/s1/holdout");
  expect(out).toBe(
    [
      "10 % of the people are held out: 180 of 1,794.",
      "Brought so far\n  Since 1 March 2025, contacting 1,614 people has brought 312 more conversions.",
      "Spring\n  45 more: no effect can be seen.",
      "Campaign 2\n  The horizon is not over.",
      "The next contacts\n  Choose the people with the highest chance.\n",
    ].join("\n\n"),
  );
});

test("a prediction and a number of contacts go into the request", async () => {
  const { out, requested } = await run("Repeat", "--outcome", "Leaves", "--top", "500", "--json");
  expect(requested).toBe("/v1/scopes/s1/holdout?outcome_id=o1&top=500");
  expect(JSON.parse(out)).toEqual(found);
});
