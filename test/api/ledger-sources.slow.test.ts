// Downloads of rows that are left out of datasets whose rows are not uploaded: they are read again where they
// are, and refused where they are others by now.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { needing } from "../run/needs.js";
import { isInstalled, serverInTests } from "../support/connected-postgres.js";
import { bucketInTests, isBucketInstalled } from "../support/owned-bucket.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
let caller: Caller;
beforeAll(async () => {
  api = await startBuildingApi();
  caller = await api.signUp();
});
afterAll(() => api.close());

const made = async (path: string, body: object): Promise<string> => {
  const { status, body: record } = await caller.post(path, body);
  expect([status, record], path).toEqual([201, expect.anything()]);
  return record.id;
};
const mapping = {
  identity_sets: { buyer: { email: "email" } },
  output_to_streams: {
    transaction: { data_map: { datetime: "day" }, conditions: [{ column_name: "state", _neq: "void" }] },
  },
};
const rows = async (id: string, of: string) => {
  const { status, body } = await caller.get(`/datasets/${id}/ledger/${of}`);
  return status === 200 ? body : `${status} ${body.note}`;
};
const counted = async (id: string): Promise<number[]> => {
  const { ledger } = (await caller.get(`/datasets/${id}`)).body;
  return ledger.transaction.left_out_by.map(({ rows: count }: { rows: number }) => count);
};

describe("a table of a database", needing("PostgreSQL", isInstalled), () => {
  const server = serverInTests();

  test("its rows are read again, unless the ledger counts others or there are too many", async () => {
    await server.query(
      `create table sales as select * from (values ('ada@example.com', '2025-01-01', 'paid'),
        ('bo@example.com', '2025-01-02', 'void'), ('cy@example.com', null, 'paid')) as t (email, day, state)`,
    );
    const { sealed_password: _, ...options } = server.access().options;
    const connection_id = await made("/connections", {
      name: "Shop",
      options: { ...options, password: "secret" },
    });
    const id = await made("/datasets", {
      name: "Sales",
      connection_id,
      ...mapping,
      options: { type: options.type, table_name: "sales" },
    });
    await api.build();
    expect(await counted(id)).toEqual([1, 1]);
    expect(await rows(id, "condition?column_name=state&value=void")).toBe(
      "file,line,email,day,state\nsales,3,bo@example.com,2025-01-02,void\n",
    );
    expect(await rows(id, "no_date")).toBe("file,line,email,day,state\nsales,4,cy@example.com,,paid\n");

    const limit = limits.ledgerReadRows as { is: number };
    const { is } = limit;
    limit.is = 2;
    expect(await rows(id, "no_date")).toMatch(
      /^409 Sales has 3 rows, .* read again up to 2\. Select them there/,
    );
    limit.is = is;

    await server.query("insert into sales values ('di@example.com', '2025-01-03', 'void')");
    expect(await rows(id, "condition")).toMatch(
      /^409 The rows of the dataset are not those of its last build/,
    );
  });
});

describe("files of a bucket", needing("the S3 server", isBucketInstalled), () => {
  const owned = bucketInTests();

  test("those of the last build are read again, and refused once others are there", async () => {
    await owned.put(
      "sales/1.csv",
      "email,day,state\nada@example.com,2025-01-01,paid\nbo@example.com,2025-01-02,void\n",
    );
    await owned.put("sales/2.csv", "email,day,state\ncy@example.com,,void\ndi@example.com,soon,x,y\n");
    const { sealed_password: _, ...options } = owned.access().options;
    const connection_id = await made("/connections", {
      name: "Exports",
      options: { ...options, secret_access_key: owned.server().env.AWS_SECRET_ACCESS_KEY },
    });
    const id = await made("/datasets", {
      name: "Files",
      connection_id,
      ...mapping,
      options: { type: "s3", prefix: "sales/*.csv" },
    });
    await api.build();
    expect(await counted(id)).toEqual([2, 1]);
    expect(await rows(id, "condition")).toBe(
      "file,line,email,day,state\nsales/1.csv,3,bo@example.com,2025-01-02,void\nsales/2.csv,2,cy@example.com,,void\n",
    );
    expect(await rows(id, "condition?file=sales/1.csv")).toBe(
      "file,line,email,day,state\nsales/1.csv,3,bo@example.com,2025-01-02,void\n",
    );
    expect(await rows(id, "malformed")).toMatch(
      /^file,line,reason,text\r\nsales\/2.csv,3,.*"di@example.com,soon,x,y"\r\n$/,
    );

    await owned.put("sales/2.csv", "email,day,state\ncy@example.com,2025-02-01,paid\n");
    expect(await rows(id, "condition")).toMatch(
      /^409 The rows of the dataset are not those of its last build/,
    );
    await owned.remove("sales/2.csv");
    expect(await rows(id, "condition")).toMatch(
      /^409 The rows of the dataset are not those of its last build/,
    );
  });
});
