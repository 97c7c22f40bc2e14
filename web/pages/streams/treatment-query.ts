// The question that the form about contacts asks.

export interface TreatmentDraft {
  goal: string;
  days: number | undefined;
  /** Empty: whoever has no event is the control. */
  arm: string;
  contact: string;
  control: string;
  promisedPercent: number | undefined;
  /** Empty: nothing is asked about costs. */
  cost: string;
  /** Worth of a conversion. */
  worth: number | undefined;
}

/** Undefined while something is missing. */
export const treatmentQueryOf = ({
  goal,
  days,
  arm,
  contact,
  control,
  promisedPercent,
  cost,
  worth,
}: TreatmentDraft) => {
  if (goal === "" || days === undefined || days < 1) return undefined;
  if (arm !== "" && (contact === "" || control === "")) return undefined;
  const isPromised = promisedPercent !== undefined && promisedPercent > 0 && promisedPercent < 100;
  return {
    goal,
    days: Math.min(365, Math.round(days)),
    ...(arm !== "" && { arm_property: arm, contact, control }),
    ...(isPromised && { promised_share: promisedPercent / 100 }),
    ...(cost !== "" && { cost_property: cost }),
    ...(cost !== "" && worth !== undefined && worth > 0 && { value_per_conversion: worth }),
  };
};
