// Marketing programs and endpoints that take people with their predictions: Klaviyo, HubSpot, Brevo,
// Mailchimp, and any address that takes JSON; and ad platforms, which take people as hashes: Meta and Google.

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

/** Parts that ad platforms share. */
const adPlatform = { ...program, takesHashes: true } as const;

const isByHashes =
  "People are sent as SHA-256 hashes and without predictions: they have an effect by the list that they are on.";
const isLateThere = "Members appear and disappear within a day or two, and a small list is not shown at all.";

export const meta = {
  ...adPlatform,
  title: "Meta custom audience",
  fields: {
    ad_account_id: {
      ...text("Ad account ID", "ID of the ad account, without act_.", "1234567890123456"),
      hint: "The number in Ads Manager, without act_.",
      group: "Account",
      rule: { pattern: "^[0-9]{1,30}$" },
    },
  },
  secret: {
    name: "access_token",
    ...text(
      "Access token",
      "Access token of a system user who manages the ad account, with ads_management. Where the app asks for a proof of its secret, the app secret follows after a blank.",
      "EAAB0123456789abcdef",
    ),
    hint: "Of a system user with ads_management. If the app requires its secret: a blank, and the app secret.",
    form: "Meta token",
  },
  shown: { server: [], serverName: "Meta", holder: "ad_account_id" },
  cannot: [
    isByHashes,
    isLateThere,
    "The owner of the ad account has accepted Meta's terms for custom audiences, and has the people's consent where the law asks for it.",
    "Entries that Meta calls invalid are counted. It does not say which they are, unless all of a request are.",
  ],
} as const satisfies Descriptor;

/** Whether the people of the lists agreed to ads, as Google asks for those in the European Economic Area. */
const consents = {
  unspecified: "Not stated",
  granted: "Granted by everyone on the lists",
} as const;

export const google = {
  ...adPlatform,
  title: "Google Ads customer list",
  fields: {
    customer_id: {
      ...text("Customer ID", "Customer ID of the Google Ads account.", "123-456-7890"),
      hint: "The number beside the account's name, such as 123-456-7890.",
      group: "Account",
      rule: { pattern: "^[0-9]{3}-?[0-9]{3}-?[0-9]{4}$" },
    },
    login_customer_id: {
      ...text(
        "Manager account",
        "Customer ID of the manager account that has the service account as a user. Absent: the account itself.",
        "987-654-3210",
      ),
      hint: "Empty: the service account is a user of the account itself.",
      group: "Account",
      isOptional: true,
      rule: { pattern: "^[0-9]{3}-?[0-9]{3}-?[0-9]{4}$" },
    },
    consent: {
      title: "Consent to ads",
      hint: "Google takes people of the European Economic Area only with their consent.",
      about:
        "Consent of the people to the use of their data for ads and to personalised ads, which is sent with them. unspecified: nothing is sent. granted: everyone on the lists has agreed to both.",
      group: "Account",
      kind: "choice",
      choices: consents,
      default: "unspecified",
    },
    client_email: {
      title: "Service account",
      about:
        "E-mail address of the service account. It is taken from the credentials, whatever a request says.",
      group: null,
      isOptional: true,
      rule: { maxLength: 500 },
      example: "bellwether@my-shop-123456.iam.gserviceaccount.com",
    },
  },
  secret: {
    name: "credentials",
    ...text(
      "Credentials",
      "JSON of a key of a service account that is a user of the Google Ads account, of a project with the Data Manager API.",
      '{"type": "service_account", "client_email": "…", "private_key": "…"}',
    ),
    hint: "The JSON file of a service account's key.",
    form: "Google service account",
  },
  shown: { server: [], serverName: "Google", holder: "customer_id" },
  cannot: [
    isByHashes,
    isLateThere,
    "The owner of the account has accepted Google's terms for Customer Match; each request says so.",
    "People are matched by e-mail address and telephone number. Names are not sent, because Google takes them only with a postcode.",
    "What Google finds wrong after it has taken a request is on its own pages.",
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
