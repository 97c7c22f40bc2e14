// Files that an address on the web answers with: a spreadsheet that is published as CSV, or the export of a program.

import type { Descriptor } from "./descriptor.js";

export const file_link = {
  title: "File at a web address",
  holds: "files",
  isReadOnly: true,
  aliases: {},
  fields: {
    origin: {
      title: "Server",
      about:
        "Scheme and host of the address. It is taken from the address, whatever a request says, and the rest of the address is not shown.",
      group: null,
      isOptional: true,
      rule: { maxLength: 500 },
      example: "https://docs.google.com",
    },
  },
  secret: {
    name: "link",
    title: "Address",
    hint: "It answers with the file itself, without signing in. In Google Sheets: File → Share → Publish to web, as CSV.",
    about:
      "Address that answers with a file (CSV, Excel, Parquet, JSON Lines or ZIP), without signing in. It begins with https://, or with http:// where private addresses are allowed. Whoever knows it may read the file, so it is kept as a secret.",
    form: "address of a file",
    example: "https://docs.google.com/spreadsheets/d/e/2PACX-1vQ/pub?gid=0&single=true&output=csv",
  },
  secretGoesTo: [],
  shown: { server: ["origin"], holder: "" },
  cannot: [
    "It is one file, which is read, and no deployment writes it.",
    "Nobody signs in: the right to read is part of the address.",
    "The file is fetched whole each time, to see whether it has changed: choose `refresh_hours` for a large one.",
    "Up to five redirects are followed, to addresses that are allowed as well, and none from https to http.",
  ],
} as const satisfies Descriptor;
