// Marketing programs and endpoints that take people with their predictions: Klaviyo, HubSpot, Brevo,
// Mailchimp, and any address that takes JSON.

import type { Descriptor } from "./descriptor.js";

const text = (title: string, about: string, example: string) => ({ title, about, example }) as const;

/** Parts that all programs share. */
const program = {
  holds: "contacts",
  aliases: {},
  secretGoesTo: [],
} as const;

const isNoConsent =
  "Adding people to a list changes nothing about their consent to be written to, which the program keeps.";

export const klaviyo = {
  ...program,
  title: "Klaviyo",
  fields: {},
  secret: {
    name: "api_key",
    ...text(
      "Private API key",
      "Private API key with the scopes lists:read, lists:write, profiles:read and profiles:write.",
      "pk_0123456789abcdef0123456789abcdef01",
    ),
    hint: "With the scopes Lists and Profiles: read and write.",
  },
  shown: { server: [], serverName: "Klaviyo", holder: "" },
  cannot: [
    isNoConsent,
    "Properties are removed from one profile at a time, 700 in a minute: from a large list it takes a while.",
  ],
} as const satisfies Descriptor;

export const hubspot = {
  ...program,
  title: "HubSpot",
  fields: {},
  secret: {
    name: "access_token",
    ...text(
      "Access token",
      "Access token of a private app with the scopes crm.objects.contacts, crm.schemas.contacts and crm.lists, to read and to write.",
      "pat-eu1-01234567-89ab-cdef-0123-456789abcdef",
    ),
    hint: "Of a private app with the scopes contacts, contact schemas and lists: read and write.",
  },
  shown: { server: [], serverName: "HubSpot", holder: "" },
  cannot: [isNoConsent, "Contacts are written 100 at a time."],
} as const satisfies Descriptor;

export const brevo = {
  ...program,
  title: "Brevo",
  fields: {},
  secret: {
    name: "api_key",
    ...text("API key", "API key of version 3.", "xkeysib-0123456789abcdef-AbCdEfGh"),
  },
  shown: { server: [], serverName: "Brevo", holder: "" },
  cannot: [
    isNoConsent,
    "Names of attributes are in capital letters.",
    "Who is refused is not said one by one: Brevo counts and lists refused addresses on its own pages.",
  ],
} as const satisfies Descriptor;

export const mailchimp = {
  ...program,
  title: "Mailchimp",
  fields: {
    audience_id: {
      ...text("Audience ID", "ID of the audience, as its settings show it.", "a1b2c3d4e5"),
      hint: "Audience → Settings → Audience name and defaults.",
      group: "Account",
      rule: { pattern: "^[0-9a-zA-Z]{1,50}$" },
    },
  },
  secret: {
    name: "api_key",
    ...text(
      "API key",
      "API key, which ends with the name of a data centre.",
      "0123456789abcdef0123456789abcdef-us21",
    ),
    form: "Mailchimp key",
  },
  shown: { server: [], serverName: "Mailchimp", holder: "audience_id" },
  cannot: [
    isNoConsent,
    "Only members of the audience are written: whoever is not in it is refused, so that nobody is subscribed.",
    "A list is a tag of the audience. An audience has 30 merge fields on most plans.",
  ],
} as const satisfies Descriptor;

export const endpoint = {
  ...program,
  title: "HTTP endpoint",
  fields: {
    url: {
      ...text(
        "Address",
        "Address that takes a POST with JSON and answers with a status of 200 to 299.",
        "https://hooks.example.com/bellwether",
      ),
      group: "Server",
      rule: { maxLength: 1_000, pattern: "^https?://[^\\s#@]+$" },
    },
    header: {
      ...text(
        "Header of the secret",
        "Name of the header that carries the secret. Default: Authorization, with the secret after Bearer.",
        "X-Api-Key",
      ),
      group: "Server",
      default: "Authorization",
      rule: { pattern: "^[A-Za-z0-9-]{1,100}$" },
    },
  },
  secret: {
    name: "token",
    ...text("Secret", "Secret that the address knows its sender by.", "correct horse battery staple"),
  },
  secretGoesTo: ["url"],
  shown: { server: ["url"], holder: "" },
  cannot: [
    "There are no lists: a field of the template says whether a person is on it.",
    "The address refuses a request as a whole, with all people of it.",
  ],
} as const satisfies Descriptor;
