// The draft of the account's hold-out in the form: its share, its streams, and what contacts cost.

import type { Records } from "../../api/kinds.js";

export interface HoldoutDraft {
  percent: number | undefined;
  stream: string;
  /** Empty: nobody knows who was contacted. */
  contactsStream: string;
  rotationMonths: number | undefined;
  costPerContact: number | undefined;
  marginPercent: number | undefined;
}

export const newHoldout = (stream: string): HoldoutDraft => ({
  percent: 5,
  stream,
  contactsStream: "",
  rotationMonths: 12,
  costPerContact: undefined,
  marginPercent: undefined,
});

type Holdout = Records["holdouts"];

export const draftOf = (holdout: Holdout): HoldoutDraft => ({
  percent: percentOf(holdout.share),
  stream: holdout.stream_name,
  contactsStream: holdout.contacts_stream ?? "",
  rotationMonths: holdout.rotation_months ?? 12,
  costPerContact: holdout.economics?.cost_per_contact,
  marginPercent: holdout.economics?.margin === undefined ? undefined : percentOf(holdout.economics.margin),
});

const percentOf = (share: number): number => Number((100 * share).toFixed(6));

/**
 * The configuration, with null for what is cleared; undefined while the share is missing. Economics that are by
 * conversion, which the form does not show, stay as they are.
 */
export const configOf = (draft: HoldoutDraft, before?: Holdout) => {
  const { percent, stream, contactsStream, rotationMonths, costPerContact: cost, marginPercent } = draft;
  if (percent === undefined || percent <= 0 || stream === "") return undefined;
  const cleared = before === undefined ? undefined : null;
  const isByConversion = before?.economics?.value_per_conversion !== undefined;
  const economics =
    marginPercent === undefined ? cleared : { cost_per_contact: cost ?? 0, margin: marginPercent / 100 };
  return {
    share: Math.min(0.5, Math.max(0.005, percent / 100)),
    stream_name: stream,
    contacts_stream: contactsStream === "" ? cleared : contactsStream,
    rotation_months: rotationMonths ?? cleared,
    ...((!isByConversion || marginPercent !== undefined) && { economics }),
  };
};
