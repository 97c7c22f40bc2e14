import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstRows, predictionsIn } from "./delivery.js";

let file: string;
beforeAll(async () => {
  file = path.join(await mkdtemp(path.join(tmpdir(), "delivery-")), "scores.csv");
  await writeFile(
    file,
    [
      "person_id,person_first_name,person_last_name,email,city,postcode,fdy_outcome_a_propensity_probability,fdy_outcome_a_propensity_percentile,fdy_outcome_a_status",
      "7,Anna,Keller,anna@example.org,Albany,12201,0.61,97,scored",
      "8,Bo,Keller,,Albany,12201,,,attained",
      "",
    ].join("\n"),
  );
});
afterAll(() => rm(path.dirname(file), { recursive: true }));

test("the first rows are shown with their scores", async () => {
  expect(await firstRows(file, 1)).toEqual([
    "  person_first_name  person_last_name  city    probability  percentile",
    "  Anna               Keller            Albany         0.61          97",
  ]);
});

test("who was not scored is no prediction", async () => {
  expect(await Readable.from(predictionsIn(file)).toArray()).toEqual([
    { givenName: "Anna", surname: "Keller", email: "anna@example.org", postcode: "12201", probability: 0.61 },
  ]);
});
