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
  /** Whoever has an event of the stream in the last days of the data is left out. */
  contacts?: RecentContacts | undefined;
}

export interface RecentContacts {
  stream: string;
  days: number;
}

/** As the API has them, for lists and for what to expect of them. */
export const contactsQuery = ({ stream, days }: RecentContacts) => ({
  contacts_stream: stream,
  not_contacted_days: days,
});

/** The first stream whose name sounds like contacts. */
export const likeliestContacts = (streams: readonly string[]): string | undefined =>
  streams.find((name) => /contact|mail|letter|sms|push|campaign|call|message|touch/i.test(name));

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
  { who, top, percent, chance, form, withAttained, contacts }: ListChoice,
  language: string,
): string => {
  const locale = language.slice(0, 2).toLowerCase();
  const recent = contacts && contactsQuery(contacts);
  const query = new URLSearchParams({
    outcome_id: outcomeId,
    form,
    ...(who === "top" && { top: String(Math.max(1, Math.round(top))) }),
    ...(who === "percent" && { top_percent: String(percent) }),
    ...(who === "chance" && { min_chance: String(chance / 100) }),
    ...(withAttained && { with_attained: "true" }),
    ...(recent && { ...recent, not_contacted_days: String(recent.not_contacted_days) }),
    ...(form === "spreadsheet" && locales.includes(locale) && locale !== "en" && { locale }),
  });
  return `/v1/scopes/${scopeId}/list.csv?${query}`;
};
