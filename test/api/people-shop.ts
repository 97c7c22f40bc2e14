// A shop with a family, a person who may have married, and a single person, built for tests of people.

import { expect } from "vitest";
import type { BuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

const columns = ["number", "first", "last", "street", "zip", "email", "phone", "day"];
const rows = [
  "1,Katherine,Brandt,12 Oak Street,05401,kate@example.com,802-555-0182,2025-01-01",
  "2,Kathrine,Brandt,12 Oak St,05401,kate@example.com,8025550182,2025-02-01",
  "3,Peter,Brandt,12 Oak Street,05401,peter@example.com,802-555-0182,2025-03-01",
  "4,Wilma,Sorensen,7 Elm Avenue,05482,wilma@example.com,802-555-0144,2025-03-02",
  "5,Wilma,Sorensen-Ortiz,90 Lake Road,05482,wilma@example.com,,2025-04-02",
  "6,Umar,Yilmaz,3 Birch Lane,05446,umar@example.com,,2025-04-09",
  "7,Visitor,,,,till@example.com,,2025-04-10",
];
const dataset = {
  name: "Orders",
  identity_sets: {
    buyer: {
      person_first_name: "first",
      person_last_name: "last",
      house_number_and_street: ["street"],
      postcode: "zip",
      email: "email",
      phone: "phone",
    },
  },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: { order: { data_map: { datetime: { column_name: "day" } } } },
};

export interface PeopleShop extends Caller {
  accountId: string;
  key: string;
  datasetId: string;
  /** Ids of the people that a search finds. */
  found(search: string): Promise<string[]>;
  /** Id of the only person that a search finds. */
  idOf(search: string): Promise<string>;
  /** Replaces the file by one with other rows. */
  replaceRows(change: (row: string) => string): Promise<void>;
}

/** Builds the shop in an account of its own. */
export const openShop = async (api: BuildingApi): Promise<PeopleShop> => {
  const caller = await api.signUp();
  const replaceRows = async (change: (row: string) => string): Promise<void> => {
    const file = [columns.join(","), ...rows.map(change)].join("\n");
    await caller.post("/uploads/orders/a.csv", file, { "content-type": "text/csv" });
  };
  await replaceRows((row) => row);
  const { body } = await caller.post("/datasets", dataset);
  await api.build();
  const found = async (search: string): Promise<string[]> =>
    (await caller.get(`/people?${search}`)).body.map(({ id }: { id: string }) => id);
  const idOf = async (search: string) => {
    const ids = await found(search);
    expect(ids).toHaveLength(1);
    return ids[0]!;
  };
  return { ...caller, datasetId: body.id, found, idOf, replaceRows };
};
