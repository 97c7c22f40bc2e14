import { expect, test } from "vitest";
import { firstChoice, likeliestContacts, listAddress } from "./list-query.js";

const queryOf = (choice: object, language = "en-GB") =>
  Object.fromEntries(
    new URL(listAddress("s", "o", { ...firstChoice(500), ...choice }, language), "http://x").searchParams,
  );

test("the first choice is the top of the list for a spreadsheet", () => {
  expect(queryOf({})).toEqual({ outcome_id: "o", form: "spreadsheet", top: "500" });
});

test("each way to choose people has one bound", () => {
  expect(queryOf({ who: "percent" })).toMatchObject({ top_percent: "10" });
  expect(queryOf({ who: "chance", chance: 25 })).toMatchObject({ min_chance: "0.25" });
  expect(queryOf({ who: "everyone", withAttained: true })).toEqual({
    outcome_id: "o",
    form: "spreadsheet",
    with_attained: "true",
  });
});

test("a spreadsheet is written for the reader's language, other forms for their program", () => {
  expect(queryOf({}, "de-AT").locale).toBe("de");
  expect(queryOf({ form: "klaviyo" }, "de-AT").locale).toBeUndefined();
  expect(queryOf({}, "ja").locale).toBeUndefined();
});

test("whoever was contacted lately is left out by the stream that says so", () => {
  expect(queryOf({ contacts: { stream: "mail_sent", days: 7 } })).toMatchObject({
    contacts_stream: "mail_sent",
    not_contacted_days: "7",
  });
  expect(likeliestContacts(["refund", "newsletter_sent"])).toBe("newsletter_sent");
  expect(likeliestContacts(["refund"])).toBeUndefined();
});
