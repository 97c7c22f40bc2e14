// Spreadsheets of Google Sheets, whose sheets and named ranges are tables.

import type { Descriptor } from "./descriptor.js";

export const google_sheets = {
  title: "Google Sheets",
  holds: "tables",
  isReadOnly: true,
  aliases: {},
  fields: {
    spreadsheet_id: {
      title: "Spreadsheet ID",
      hint: "The part of the spreadsheet's address between /d/ and /edit.",
      about: "ID of the spreadsheet: the part of its address between /d/ and /edit.",
      group: "Data",
      rule: { pattern: "^[A-Za-z0-9_-]{20,100}$" },
      example: "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms",
    },
    client_email: {
      title: "Service account",
      about:
        "E-mail address of the service account, with which a spreadsheet is shared. It is taken from the credentials, whatever a request says.",
      group: null,
      isOptional: true,
      rule: { maxLength: 500 },
      example: "bellwether@my-shop-123456.iam.gserviceaccount.com",
    },
  },
  secret: {
    name: "credentials",
    title: "API key or service account",
    hint: "An API key reads what anyone with the link may see. For other spreadsheets: the JSON file of a service account's key.",
    about:
      "API key of a Google Cloud project, for a spreadsheet that anyone with the link may see; or JSON of a key of a service account, with which the spreadsheet is shared.",
    form: "Google API key or service account",
    example: "AIzaSyD-0123456789abcdefghijklmnopqrstu",
  },
  secretGoesTo: [],
  shown: { server: [], serverName: "Google Sheets", holder: "spreadsheet_id" },
  cannot: [
    "Spreadsheets are read, and no deployment writes one.",
    "The spreadsheet is of Google Sheets: an Excel file in Google Drive is refused by Google until it is saved as one.",
    "Dates and times are those of the spreadsheet, without a time zone. Errors such as #N/A are empty.",
    "Rows that are changed while a sheet is read may be read as they were before or after.",
  ],
} as const satisfies Descriptor;
