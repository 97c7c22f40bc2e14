import { expect, test } from "vitest";
import { alertsOf } from "./alerts.js";

type Sources = Parameters<typeof alertsOf>[0];
const alerts = (looked: Partial<Sources>) =>
  alertsOf({
    records: [],
    account: undefined,
    notices: [],
    endpoints: [],
    mails: [],
    troubles: [],
    now: Date.UTC(2026, 11, 1),
    ...looked,
  });
const record = (fields: object) =>
  ({ id: "1", name: "One", status: "ready", ...fields }) as unknown as Sources["records"][number];
const notice = (fields: object) =>
  ({ id: "2", name: "Two", ...fields }) as unknown as Sources["notices"][number];
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
      to: "/predictions/1",
    },
  ]);
  expect(alerts({ records: [record({ ...failed, archived_at: "2026-01-01" })] })).toEqual([]);
});

test("a planned deletion comes first, then people, then other failed builds", () => {
  const found = alerts({
    records: [record({ resource_type: "places", status: "error" })],
    notices: [
      notice({ resource_type: "people", status: "error", status_error: "300 people would be merged." }),
    ],
    account: { delete_at: "2026-12-01T00:00:00Z" } as Sources["account"],
  });
  expect(found.map(({ key }) => key)).toEqual(["deletion", "people", "1"]);
});

test("what failed or waits of types that are not read comes from notices", () => {
  const failed = { resource_type: "persona_sets", status: "error", status_error: "Too few people." };
  expect(alerts({ notices: [notice(failed)] })).toMatchObject([
    { key: "2", isError: true, note: "Too few people." },
  ]);
  const waits = { resource_type: "places", status: "starting", waiting_for: "The disk is full." };
  expect(alerts({ notices: [notice(waits)] })).toMatchObject([{ note: "The disk is full." }]);
  for (const over of [{ deleted: true }, { archived_at: "2026-01-01" }, { resource_type: "mail" }])
    expect(alerts({ notices: [notice({ ...failed, ...over })] })).toEqual([]);
});

test("predictions for days that have passed are one alert", () => {
  const account = { data_through: "2026-06-01T00:00:00Z" } as Sources["account"];
  const prediction = (id: string, horizon_days: number) =>
    record({ id, resource_type: "outcomes", name: `In ${horizon_days} days`, horizon_days });
  expect(alerts({ account, records: [prediction("1", 365)] })).toEqual([]);
  expect(alerts({ account, records: [prediction("1", 365), prediction("2", 60)] })).toMatchObject([
    { key: "horizon-over", title: "The time that “In 60 days” is for is over", to: "/data" },
  ]);
  expect(alerts({ account, records: [prediction("1", 90), prediction("2", 60)] })).toMatchObject([
    {
      title: "The time that 2 predictions are for is over",
      note: expect.stringContaining("60 days, is over."),
    },
  ]);
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

test("a damaged upload is an alert of its own dataset, not of the server", () => {
  const troubles = [{ code: "upload-damaged", note: "A file is damaged.", since: "2026-01-01T00:00:00Z" }];
  expect(alerts({ troubles })).toEqual([]);
});

test("troubles of the server come before failed builds", () => {
  const found = alerts({
    records: [record({ resource_type: "places", status: "error" })],
    troubles: [{ code: "disk-full", note: "The disk is full.", since: "2026-01-01T00:00:00Z" }],
  });
  expect(found.map(({ title }) => title)).toEqual([
    "The server's disk is full",
    "Place “One” could not be built",
  ]);
  expect(found[0]).toMatchObject({
    note: expect.stringContaining("The disk is full. Since "),
    to: undefined,
  });
});

test("builds that wait for the same reason are one alert, and those that wait for other builds are none", () => {
  const waits = (id: string, waiting_for: string) =>
    record({ id, resource_type: "cohorts", status: "starting", waiting_for });
  const found = alerts({
    records: [
      waits("1", "The server's disk is full."),
      waits("2", "The server's disk is full."),
      waits("3", "The database cannot be reached."),
      record({ id: "4", resource_type: "cohorts", status: "new", waiting_for: "Waiting for dataset One." }),
    ],
  });
  expect(found.map(({ title, note, to }) => [title, note, to])).toEqual([
    ["2 builds wait", "The server's disk is full.", "/cohorts/1"],
    ["Cohort “One” waits", "The database cannot be reached.", "/cohorts/3"],
  ]);
});
