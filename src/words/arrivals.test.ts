import { expect, test } from "vitest";
import { arrivalRefusal, delaySentence, liveSentence, minuteSentence } from "./arrivals.js";
import { formatter } from "./format.js";

const format = formatter("en-GB");
const minute = { taken: 0, repeated: 0, refused: 0, people: 0, has_more_people: false };

test("the last minute is said with its people, its rate, and what was refused or sent before", () => {
  const said = (more: Partial<typeof minute>) => minuteSentence({ ...minute, ...more }, format);
  expect(said({})).toBe("Nothing arrived in the last minute.");
  expect(said({ taken: 1, people: 1 })).toBe("1 event of 1 person in the last minute.");
  expect(said({ taken: 540, people: 131, refused: 1, repeated: 2 })).toBe(
    "540 events of 131 people in the last minute, 9 a second; 1 refused; 2 sent before.",
  );
  expect(said({ taken: 60_000, people: 6_000, has_more_people: true })).toBe(
    "60,000 events of more than 6,000 people in the last minute, 1,000 a second.",
  );
  expect(said({ refused: 3 })).toBe("0 events in the last minute; 3 refused.");
});

test("cohorts and scores follow within a time, where they have been built", () => {
  expect(delaySentence({}, format)).toBe("");
  expect(delaySentence({ cohort_seconds: 18.2 }, format)).toBe("Cohorts follow within about 20 seconds.");
  expect(delaySentence({ cohort_seconds: 18.2, score_seconds: 130 }, format)).toBe(
    "Cohorts follow within about 20 seconds, scores within about 2 minutes.",
  );
});

test("a refusal names the field, and the line of several", () => {
  const note = "Send a number, such as 24.90.";
  expect(arrivalRefusal({ line: 1, field: "value", note })).toBe(`value: ${note}`);
  expect(arrivalRefusal({ line: 3, field: "value", note })).toBe(`value, line 3: ${note}`);
  expect(arrivalRefusal({ line: 3, field: "", note })).toBe(`line 3: ${note}`);
  expect(arrivalRefusal({ field: "", note })).toBe(note);
});

test("a live score says what is newer than the last build", () => {
  const said = (newer_events: number, waiting_records = 0) =>
    liveSentence({ newer_events, waiting_records }, true, format);
  expect(said(3)).toBe("3 events newer than the last build.");
  expect(said(1, 2)).toBe("1 event newer than the last build.");
  expect(said(0, 2)).toBe("2 records for the next build.");
  expect(said(0)).toBe("As of now: nothing newer than the last build.");
  expect(liveSentence(undefined, true, format)).toBe("As of the last build.");
  expect(liveSentence(undefined, false, format)).toBe("Reading live scores …");
});
