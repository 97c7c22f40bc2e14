import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../engine.js";
import { valuesOf } from "../persons/fixtures.js";
import { stageAddresses } from "../persons/normalise.js";
import { sql } from "../sql/sql.js";
import { stageParsedAddresses } from "./parsed-address.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "doors-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

/** `number|street|unit` of each line. */
const parsedOf = async (lines: readonly string[]): Promise<string[]> => {
  const columns = {
    node: sql`integer`,
    house_number_and_street: sql`varchar`,
    city: sql`varchar`,
    state: sql`varchar`,
    postcode: sql`varchar`,
    freeform_address: sql`varchar`,
    country: sql`varchar`,
  };
  const written = valuesOf(
    columns,
    lines.map((line, node) => [node, line, null, null, null, null, null]),
  );
  const parsed = await stageParsedAddresses(engine, await stageAddresses(engine, written));
  const rows = await engine.rows<{ parts: string }>(sql`
    select concat_ws('|', coalesce(house_number, ''), coalesce(street, ''), coalesce(unit, '')) as parts
    from ${parsed} order by node`);
  return rows.map(({ parts }) => parts);
};

test.each([
  [
    "12|main|4",
    [
      "12 N. Main Street, Apt. 4",
      "12 Main St #4",
      "12 MAIN ST NW APT #04",
      "12 Main, Unit 4",
      "Apt 4, 12 Main St.",
    ],
  ],
  ["12|main|4b", ["12 Main St Apt 4B", "12 Main St. # 4-B", "12 Main St Suite 4 b", "12 Main St 4B"]],
  ["12|main|2-12", ["12 Main St Bldg 2 Apt 12", "12 Main St, Building 2, Unit #12"]],
  ["12|main|2", ["12 Main St 2nd Floor", "12 Main St Fl 2"]],
  ["12a|elm|", ["12A Elm Ave", "12a Elm Avenue", "Oak House, 12A Elm Ave"]],
  ["12-14|elm|", ["12-14 Elm Ave", "12/14 Elm Avenue"]],
  ["34-12|37|", ["34-12 37th Ave", "34-12 37 Avenue", "34-12 37th Avenue"]],
  ["12-1-2|elm|", ["12 1/2 Elm St", "12-1/2 Elm Street"]],
  ["100|5|", ["100 5th Ave", "100 Fifth Avenue", "100 5 Ave"]],
  ["7|pobox|", ["PO Box 7", "P.O. Box 7", "p o box #7", "Post Office Box 7", "Box 7", "POB 7", "PO BX 7"]],
  ["15|rr 2|", ["RR 2 Box 15", "Rural Route 2, Box 15", "R.R. 2 Box 15"]],
  ["12|hauptstr|", ["Hauptstraße 12", "Hauptstr. 12", "Hauptstrasse 12", "hauptstraße 12"]],
  ["75|和平路|", ["和平路75号", "和平路75", "和平路 75"]],
  ["12a|berliner|", ["Berliner Straße 12 a", "Berliner Str. 12A"]],
  ["12|rue de rivoli|", ["12, rue de Rivoli", "12 Rue de Rivoli", "Rue de Rivoli 12"]],
  ["|hwy 12|", ["Highway 12", "Hwy 12"]],
  ["400|cr 12|", ["400 County Road 12", "400 Co Rd 12", "400 CR 12"]],
  ["400|sr 9|", ["400 State Route 9", "400 State Hwy 9", "400 SR 9"]],
  ["5|st johns|", ["5 Saint John's Road", "5 St. Johns Rd"]],
  [
    "12|elm|",
    ["12 Elm St", "12 Elm Street, Acme Inc", "12 Elm St c/o Ann Lee", "12 Elm St Bellevue Gardens"],
  ],
  ["12|walnut gr|", ["12 Walnut Grove Road", "12 Walnut Grove Rd Attn Ann"]],
  ["12|rue st denis|", ["12 rue St-Denis", "12, rue Saint Denis"]],
  ["5|w|", ["5 West Street", "5 W St"]],
  ["9|ave n|", ["9 Avenue N", "9 Ave N"]],
  ["12|oconnor|", ["No. 12 O'Connor Blvd.", "12 O’Connor Boulevard"]],
])("%s in every spelling", async (parts, lines) => {
  expect(await parsedOf(lines)).toEqual(lines.map(() => parts));
});
