// Exports of Mailchimp: contacts of an audience, subscribed, unsubscribed or cleaned.

import type { KnownExport } from "./known-export.js";

const contacts: KnownExport = {
  platform: "mailchimp",
  export: "audience",
  title: "Mailchimp audience",
  required: ["Email Address", "MEMBER_RATING", "OPTIN_TIME", "LEID"],
  aliases: {
    "Email Address": ["E-Mail-Adresse", "E-mail", "Adresse e-mail", "Correo electrónico"],
    "First Name": ["Vorname", "Prénom", "Nombre"],
    "Last Name": ["Nachname", "Nom", "Apellido"],
    "Phone Number": ["Phone", "Telefonnummer", "Telefon"],
  },
  identity_sets: {
    customer: {
      email: "Email Address",
      phone: "Phone Number",
      person_first_name: "First Name",
      person_last_name: "Last Name",
      freeform_address: "Address",
    },
  },
  output_to_streams: {
    sign_up: {
      data_map: { datetime: { column_name: "OPTIN_TIME" } },
      conditions: [{ column_name: "OPTIN_TIME", _nnull: true }],
    },
    unsubscription: {
      data_map: {
        datetime: { column_name: "UNSUB_TIME" },
        campaign: { column_name: "UNSUB_CAMPAIGN_TITLE" },
      },
      conditions: [{ column_name: "UNSUB_TIME", _nnull: true }],
    },
  },
  output_to_traits: {
    country: { column_name: "CC" },
    contact_tags: { column_name: "TAGS", format: "list_comma_separated" },
  },
  later: ["MEMBER_RATING", "LAST_CHANGED", "CLEAN_TIME", "UNSUB_REASON"],
};

export const mailchimp = [contacts];
