import { expect, test } from "vitest";
import { alertsOf } from "./alerts.js";

type Looked = Parameters<typeof alertsOf>[0];
const matters = (looked: Partial<Looked>) =>
  alertsOf({
    records: [],
    account: undefined,
    peopleError: undefined,
    endpoints: [],
    mails: [],
    ...looked,
  });
const record = (fields: object) =>
  ({ id: "1", name: "One", status: "ready", ...fields }) as unknown as Looked["records"][number];
const mail = (fields: object) => fields as unknown as Looked["mails"][number];

test("where all is well, nothing needs attention", () => {
  expect(matters({ records: [record({ resource_type: "cohorts" })] })).toEqual([]);
});

test("what was refused says what to do and leads to its page, unless it is archived", () => {
  const refused = { resource_type: "outcomes", status: "error", status_error: "Map a datetime." };
  expect(matters({ records: [record(refused)] })).toMatchObject([
    {
      isGrave: true,
      title: "One, an outcome, could not be built",
      note: "Map a datetime.",
      to: "/outcomes/1",
    },
  ]);
  expect(matters({ records: [record({ ...refused, archived_at: "2026-01-01" })] })).toEqual([]);
});

test("people that are held back come before what was refused, and a deletion before both", () => {
  const found = matters({
    records: [record({ resource_type: "places", status: "error" })],
    peopleError: "300 people would become records of others.",
    account: { delete_at: "2026-12-01T00:00:00Z" } as Looked["account"],
  });
  expect(found.map(({ key }) => key)).toEqual(["deletion", "people", "1"]);
});

test("a model that is no better than a rule, and every warning, are told of an outcome", () => {
  const found = matters({
    records: [
      record({
        resource_type: "outcomes",
        verdict: { decision: "no_better", text: "A rule does as well." },
        warnings: [{ kind: "leak", about: "refund", note: "It may know the answer." }],
      }),
    ],
  });
  expect(found.map(({ title }) => title)).toEqual([
    "One: no better than a rule",
    "One: it may know the answer",
  ]);
});

test("e-mails that wait because there is no mail server need nobody; those that failed do", () => {
  expect(matters({ mails: [mail({ attempts: 0 })] })).toEqual([]);
  expect(matters({ mails: [mail({ error: "Refused." }), mail({ error: "Old." })] })).toMatchObject([
    { title: "2 e-mails could not be sent", note: "Refused." },
  ]);
});
