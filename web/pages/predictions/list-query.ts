// The download of a list: whom it holds and in which form, as an address.

export type Who = "top" | "percent" | "chance" | "everyone";
export type Form = "spreadsheet" | "klaviyo" | "mailchimp" | "meta" | "google" | "api";

export interface ListChoice {
  who: Who;
  top: number;
  percent: number;
  /** In percent. */
  chance: number;
  form: Form;
  withAttained: boolean;
}

export const firstChoice = (top: number): ListChoice => ({
  who: "top",
  top,
  percent: 10,
  chance: 20,
  form: "spreadsheet",
  withAttained: false,
});

/** Locales of spreadsheets that the service writes for; others read English files. */
const locales = ["en", "de", "es", "fr", "it", "nl", "pl", "pt", "sv"];

export const listAddress = (
  scopeId: string,
  outcomeId: string,
  { who, top, percent, chance, form, withAttained }: ListChoice,
  language: string,
): string => {
  const locale = language.slice(0, 2).toLowerCase();
  const query = new URLSearchParams({
    outcome_id: outcomeId,
    form,
    ...(who === "top" && { top: String(Math.max(1, Math.round(top))) }),
    ...(who === "percent" && { top_percent: String(percent) }),
    ...(who === "chance" && { min_chance: String(chance / 100) }),
    ...(withAttained && { with_attained: "true" }),
    ...(form === "spreadsheet" && locales.includes(locale) && locale !== "en" && { locale }),
  });
  return `/v1/scopes/${scopeId}/list.csv?${query}`;
};
