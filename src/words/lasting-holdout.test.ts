import { expect, test } from "vitest";
import { contactLedgerSentence, lastingShareSentence } from "./lasting-holdout.js";

const since = Date.UTC(2025, 2, 1);

test("a lasting hold-out says whom it holds out, and until when", () => {
  expect(lastingShareSentence({ contact: 7610, held_out: 402, rotatesAt: since })).toBe(
    "402 of 8,012 people are held out of every pipeline. Chance draws everyone again from 1 March 2025 on.",
  );
});

test("a ledger says what was brought in all and for 1,000 people in a month, and what weakens the figures", () => {
  const words = {
    since,
    contact: 7610,
    conversions: { value: 312, low: 105, high: 519 },
    conversionsPerThousand: { value: 3.417, low: 1.1, high: 5.7 },
    contactedHeldOut: 31,
    merged: 12,
  };
  expect(contactLedgerSentence(words)).toBe(
    "Since 1 March 2025, contacting 7,610 people has brought 312 more conversions (95 % interval 105 to 519). " +
      "That is 3.4 for 1,000 people in a month. 31 contacts went to people who were held out, so contacting may have brought more than that. " +
      "12 people in whom several were merged count from then on.",
  );
  expect(contactLedgerSentence({ since, contact: 10, merged: 1 })).toBe(
    "The groups are as of 1 March 2025. Nobody in them has converted since. 1 person in whom several were merged counts from then on.",
  );
});
