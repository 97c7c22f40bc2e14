import { expect, onTestFinished, test } from "vitest";
import { quiet, serveAnswers } from "../fixtures.js";
import { treatment } from "./treatment.js";

const found = {
  headline: "What the contacts did cannot be said: the groups differ in “transaction, number”.",
  verdict: "not_random",
  balance: { largest: [{ name: "transaction, number", difference: 0.418 }] },
};

const run = async (answer: object, ...args: string[]) => {
  let requested = "";
  const service = await serveAnswers(({ path }) => {
    requested = path;
    return { body: JSON.stringify(answer) };
  });
  onTestFinished(service.close);
  const { terminal, out } = quiet();
  await treatment.run([...args, "--url", service.url, "--key", "k"], terminal);
  return { out: out(), requested };
};

test("for contacts that chance did not draw, it says in what the groups differ", async () => {
  const { out, requested } = await run(
    found,
    ...["mail sent", "--goal", "transaction", "--days", "14", "--arm-property", "segment"],
    ...["--contact", "Mail", "--control", "No mail", "--promised-share", "0.5"],
  );
  expect(requested).toBe(
    "/v1/streams/mail%20sent/analysis/treatment?goal=transaction&days=14&arm_property=segment&contact=Mail&control=No+mail&promised_share=0.5",
  );
  expect(out).toContain(`${found.headline}\n`);
  expect(out).toMatch(/known before +difference in standard deviations\ntransaction, number +0\.42\n/);
});

test("of contacts that chance drew, the sentence is all", async () => {
  const random = { ...found, verdict: "random", headline: "The contacts brought 312 more conversions." };
  const { out } = await run(random, "mails", "--goal", "transaction", "--days", "14");
  expect(out).toBe("The contacts brought 312 more conversions.\n");
});

test("what the contacts should bring, and within how many days, has to be said", async () => {
  await expect(run(found, "mails", "--goal", "transaction")).rejects.toThrow("--days within how many days");
});
