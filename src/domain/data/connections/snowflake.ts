// Snowflake.

import type { Descriptor } from "./descriptor.js";

/** Labels of a host name alone, so that an account cannot lead to a host that is not Snowflake's. */
const accountRule =
  "^[A-Za-z0-9]([A-Za-z0-9_-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?){0,3}$";

export const snowflake = {
  title: "Snowflake",
  holds: "tables",
  aliases: {},
  fields: {
    account: {
      title: "Account identifier",
      hint: "Organization and account name, such as myorg-account123.",
      about:
        "Account identifier: organization and account name with a hyphen, or a locator with its region. The host is it with .snowflakecomputing.com.",
      group: "Account",
      rule: { pattern: accountRule },
      example: "myorg-account123",
    },
    user: {
      title: "User",
      about: "Name of the user who has the public key.",
      group: "Login",
      example: "BELLWETHER",
    },
    warehouse: {
      title: "Warehouse",
      hint: "It executes the statements.",
      about: "Warehouse that executes statements, in its exact spelling.",
      group: "Account",
      example: "COMPUTE_WH",
    },
    database: {
      title: "Database",
      about: "Name of the database, in its exact spelling.",
      group: "Data",
      example: "SHOP",
    },
    schema: {
      title: "Schema",
      hint: "The schema that holds the tables. Names are spelled exactly as in Snowflake.",
      about: "Schema of the tables, in its exact spelling. Default: PUBLIC.",
      group: "Data",
      default: "PUBLIC",
    },
    rsa_public_key: {
      title: "Public key",
      about:
        "Public key of the user, for `alter user … set rsa_public_key`. It is taken from the private key, whatever a request says.",
      group: null,
      isOptional: true,
      rule: { maxLength: 5000 },
      example: "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA",
    },
    role: {
      title: "Role",
      hint: "Empty: the user's default role.",
      about: "Role of the session, in its exact spelling. Absent: the user's default role.",
      group: "Login",
      isOptional: true,
      example: "LOADER",
    },
  },
  secret: {
    name: "private_key",
    title: "Private key",
    hint: "RSA key in PEM form, without a passphrase. The user has its public key.",
    about: "RSA private key of the user in PEM form, without a passphrase.",
    form: "RSA private key",
    example: "-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n",
  },
  secretGoesTo: ["account"],
  shown: { server: ["account"], holder: "database" },
  cannot: [
    "A password does not sign in: the user needs a key pair without a passphrase.",
    "A `FLOAT` that is not a whole number has 16 digits.",
    "No key is enforced, so there is no primary key; a build looks up whether `merge_by` is unique.",
  ],
} as const satisfies Descriptor;
