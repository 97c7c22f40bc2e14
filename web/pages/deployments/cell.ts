// Text of a cell: reasons as a sentence, other values unchanged.

interface Reason {
  reason: string;
  direction: "for" | "against";
}

export const cellText = (column: string, value: string | number | boolean | null | undefined): string => {
  if (value === null || value === undefined) return "";
  const reasons = column.includes("explanation") ? reasonsIn(value) : undefined;
  return reasons ? reasonsSentence(reasons) : String(value);
};

const reasonsSentence = (reasons: readonly Reason[]): string =>
  (["for", "against"] as const)
    .map((side) => [side, reasons.filter(({ direction }) => direction === side)] as const)
    .filter(([, own]) => own.length > 0)
    .map(([side, own]) => `${side}: ${own.map(({ reason }) => reason).join("; ")}`)
    .join(" · ");

const reasonsIn = (value: unknown): Reason[] | undefined => {
  try {
    const read: unknown = JSON.parse(String(value));
    return Array.isArray(read) && read.every(isReason) ? read : undefined;
  } catch {
    return undefined;
  }
};

const isReason = (value: unknown): value is Reason =>
  typeof value === "object" && value !== null && "reason" in value && "direction" in value;
