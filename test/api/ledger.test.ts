// Downloads of the rows that a ledger counts, over HTTP: whose they are, and which are not there.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
beforeAll(async () => {
  api = await startBuildingApi();
});
afterAll(() => api.close());

const upload = async (caller: Caller, directory: string, filename: string, csv: string) => {
  const answer = await caller.post(`/uploads/${directory}/${filename}`, csv, {
    "content-type": "application/octet-stream",
  });
  expect(answer.status).toBe(200);
};

const orders = {
  name: "Orders",
  identity_sets: { id: { email: "email" } },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: {
    transaction: { data_map: { datetime: "day" }, conditions: [{ column_name: "state", _neq: "void" }] },
  },
};
const january = `email,day,state
ada@example.com,2025-01-01,paid
bo@example.com,2025-01-02,void
cy@example.com,,paid
`;
const february = `email,day,state
ada@example.com,2025-02-01,void
bo@example.com,2025-02-02,paid
`;

const built = async (): Promise<{ caller: Caller; id: string }> => {
  const caller = await api.signUp();
  await upload(caller, "orders", "january.csv", january);
  await upload(caller, "orders", "february.csv", february);
  const { body } = await caller.post("/datasets", orders);
  await api.build();
  return { caller, id: body.id };
};

test("each reason of the ledger is a download of as many rows", async () => {
  const { caller, id } = await built();
  const { ledger } = (await caller.get(`/datasets/${id}`)).body;
  expect(ledger.transaction.left_out_by).toMatchObject([
    { reason: "condition", column_name: "state", value: "void", rows: 2 },
    { reason: "no_date", column_name: "day", rows: 1 },
  ]);
  const all = await caller.get(
    `/datasets/${id}/ledger/condition?stream=transaction&column_name=state&value=void`,
  );
  expect(all.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(all.headers["content-disposition"]).toBe('attachment; filename="transaction-condition.csv"');
  expect([all.headers["bellwether-rows"], all.headers["bellwether-rows-total"]]).toEqual(["2", "2"]);
  expect(all.body).toBe(
    "file,line,email,day,state\njanuary.csv,3,bo@example.com,2025-01-02,void\nfebruary.csv,2,ada@example.com,2025-02-01,void\n",
  );
  const ofFile = await caller.get(`/datasets/${id}/ledger/condition?file=february.csv`);
  expect(ofFile.body).toBe("file,line,email,day,state\nfebruary.csv,2,ada@example.com,2025-02-01,void\n");
  expect((await caller.get(`/datasets/${id}/ledger/condition?value=`)).body).toBe(
    "file,line,email,day,state\n",
  );
});

test("rows of a merge have the columns of all its datasets, and the place of their first part", async () => {
  const caller = await api.signUp();
  await upload(
    caller,
    "sales",
    "sales.csv",
    "number,day,state\n1,2025-01-01,paid\n2,2025-01-02,void\n2,2025-01-02,void\n3,,paid\n4,x,y,z\n",
  );
  await upload(caller, "buyers", "a.csv", "number,email\n1,ada@example.com\n");
  await upload(caller, "buyers", "b.csv", "number,email\n2,bo@example.com\n9,di@example.com\n7,x,y\n");
  const part = async (name: string) =>
    (
      await caller.post("/datasets", {
        name,
        identity_sets: {},
        options: { type: "hosted_csv", upload_directory: name },
        output_to_streams: {},
      })
    ).body.id;
  const merge = [];
  for (const name of ["sales", "buyers"]) merge.push({ dataset_id: await part(name), join_column: "number" });
  const { body } = await caller.post("/datasets", { ...orders, options: { type: "merge", merge } });
  await api.build();
  const { ledger } = (await caller.get(`/datasets/${body.id}`)).body;
  expect(ledger.transaction.left_out_by).toMatchObject([
    { reason: "malformed", rows: 2 },
    { reason: "condition", value: "void", rows: 1 },
    { reason: "condition", value: null, rows: 1 },
    { reason: "no_date", rows: 1 },
  ]);
  const rows = async (reason: string) => (await caller.get(`/datasets/${body.id}/ledger/${reason}`)).body;
  expect(await rows("condition?value=void")).toBe(
    "file,line,number,day,state,email\nsales.csv,3,2,2025-01-02,void,bo@example.com\n",
  );
  expect(await rows("condition?value=")).toBe(
    "file,line,number,day,state,email\nb.csv,3,9,,,di@example.com\n",
  );
  expect(await rows("no_date")).toBe("file,line,number,day,state,email\nsales.csv,5,3,,paid,\n");
  expect(await rows("malformed")).toMatch(/^file,line,reason,text\r\nsales.csv,6,.*\r\nb.csv,4,.*\r\n$/);
  expect(await rows("total")).toBe("file,line,number,day,state,email\n");
});

test("rows are refused that are another account's, unknown, or not those of the ledger", async () => {
  const { caller, id } = await built();
  const stranger = await api.signUp();
  const refusal = async (path: string, of: Caller = caller) => {
    const { status } = await of.get(`/datasets/${id}/ledger/${path}`);
    return status;
  };
  expect(await refusal("no_date", stranger)).toBe(404);
  expect(await refusal("boredom")).toBe(400);
  expect(await refusal("no_date?stream=visits")).toBe(400);
  expect(await refusal("no_date?file=march.csv")).toBe(400);
  expect(await refusal("deleted_person")).toBe(409);
  await upload(caller, "orders", "march.csv", january);
  expect(await refusal("no_date")).toBe(409);
});

test("rows of people who are deleted are in no download", async () => {
  const { caller, id } = await built();
  await upload(caller, "gone", "gone.csv", "email\nbo@example.com\n");
  const list = {
    name: "Gone",
    identity_sets: { id: { email: "email" } },
    options: { type: "hosted_csv", upload_directory: "gone" },
    output_to_streams: {},
    privacy: "delete",
  };
  const answer = await caller.post("/datasets", list);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  await api.build();
  const rows = await caller.get(`/datasets/${id}/ledger/condition`);
  expect(rows.body).toBe("file,line,email,day,state\nfebruary.csv,2,ada@example.com,2025-02-01,void\n");
});
