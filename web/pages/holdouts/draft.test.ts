import { expect, test } from "vitest";
import type { Records } from "../../api/kinds.js";
import { configOf, draftOf, newHoldout } from "./draft.js";

const holdout = (fields: object) =>
  ({ share: 0.05, stream_name: "transaction", ...fields }) as Records["holdouts"];

test("a new hold-out has the usual share and rotation, and nothing that was left empty", () => {
  expect(configOf(newHoldout("transaction"))).toEqual({
    share: 0.05,
    stream_name: "transaction",
    contacts_stream: undefined,
    rotation_months: 12,
    economics: undefined,
  });
});

test("without a share there is nothing to save, and an impossible one is brought into its bounds", () => {
  expect(configOf({ ...newHoldout("transaction"), percent: undefined })).toBeUndefined();
  expect(configOf({ ...newHoldout("transaction"), percent: 80 })!.share).toBe(0.5);
});

test("what is cleared is null in a change, and the rest stays as it was", () => {
  const before = holdout({ contacts_stream: "mail_sent", economics: { cost_per_contact: 0.1, margin: 0.4 } });
  const draft = draftOf(before);
  expect(configOf(draft, before)).toMatchObject({
    contacts_stream: "mail_sent",
    economics: { cost_per_contact: 0.1, margin: 0.4 },
  });
  expect(configOf({ ...draft, contactsStream: "", marginPercent: undefined }, before)).toMatchObject({
    contacts_stream: null,
    economics: null,
  });
});

test("a value per conversion, which the form does not show, is kept", () => {
  const before = holdout({ economics: { cost_per_contact: 0, value_per_conversion: 9 } });
  expect(configOf(draftOf(before), before)).not.toHaveProperty("economics");
});
