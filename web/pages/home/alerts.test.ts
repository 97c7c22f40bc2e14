import { expect, test } from "vitest";
import { alertsOf } from "./alerts.js";

type Sources = Parameters<typeof alertsOf>[0];
const alerts = (looked: Partial<Sources>) =>
  alertsOf({
    records: [],
    account: undefined,
    peopleError: undefined,
    endpoints: [],
    mails: [],
    ...looked,
  });
const record = (fields: object) =>
  ({ id: "1", name: "One", status: "ready", ...fields }) as unknown as Sources["records"][number];
const mail = (fields: object) => fields as unknown as Sources["mails"][number];

test("there is no alert where everything is built", () => {
  expect(alerts({ records: [record({ resource_type: "cohorts" })] })).toEqual([]);
});

test("a failed build says what to do and links to its page, unless it is archived", () => {
  const failed = { resource_type: "outcomes", status: "error", status_error: "Map a datetime." };
  expect(alerts({ records: [record(failed)] })).toMatchObject([
    {
      isError: true,
      title: "Prediction “One” could not be built",
      note: "Map a datetime.",
      to: "/outcomes/1",
    },
  ]);
  expect(alerts({ records: [record({ ...failed, archived_at: "2026-01-01" })] })).toEqual([]);
});

test("a planned deletion comes first, then people, then other failed builds", () => {
  const found = alerts({
    records: [record({ resource_type: "places", status: "error" })],
    peopleError: "300 people would be merged.",
    account: { delete_at: "2026-12-01T00:00:00Z" } as Sources["account"],
  });
  expect(found.map(({ key }) => key)).toEqual(["deletion", "people", "1"]);
});

test("a prediction that is no better than a rule is an alert, and so is each of its warnings", () => {
  const found = alerts({
    records: [
      record({
        resource_type: "outcomes",
        verdict: { decision: "no_better", text: "A rule does as well." },
        warnings: [{ kind: "leak", about: "refund", note: "It may know the answer." }],
      }),
    ],
  });
  expect(found.map(({ title }) => title)).toEqual([
    "One: no better than a simple rule",
    "One: possible leakage",
  ]);
});

test("e-mails that wait for a mail server are no alert; those that failed are", () => {
  expect(alerts({ mails: [mail({ attempts: 0 })] })).toEqual([]);
  expect(alerts({ mails: [mail({ error: "Refused." }), mail({ error: "Old." })] })).toMatchObject([
    { title: "2 e-mails could not be sent", note: "Refused." },
  ]);
});
