// Fields of a server that is reached by its address and signed in to with a password.

/** As libpq names them. */
const sslModes = {
  disable: "Never",
  prefer: "If the server supports it",
  require: "Always",
  "verify-full": "Always, and check the certificate",
} as const;

const text = (title: string, about: string, example: string) => ({ title, about, example }) as const;

/** `socket` says what stands in place of the host's name for a server on this machine. */
export const serverFields = (port: number, socket: string) =>
  ({
    host: {
      ...text("Host", `Host name or address of the server, or ${socket}.`, "db.example.com"),
      hint: "Name or address, as seen from this service.",
      group: "Server",
    },
    port: {
      title: "Port",
      about: `Port. Default: ${port}.`,
      group: "Server",
      kind: "port",
      default: port,
    },
    database: { ...text("Database", "Name of the database.", "shop"), group: "Data" },
    user: { ...text("User", "User name to sign in with.", "bellwether"), group: "Login" },
    sslmode: {
      title: "Encryption",
      about:
        "prefer (default): encrypt if the server can. require: always encrypt. verify-full: also verify the server's certificate.",
      group: "Server",
      kind: "choice",
      choices: sslModes,
      default: "prefer",
    },
  }) as const;

export const schemaField = {
  title: "Schema",
  hint: "The schema that holds the tables.",
  about: "Schema of the tables. Default: public.",
  group: "Data",
  default: "public",
} as const;

export const password = {
  name: "password",
  title: "Password",
  about: "Password.",
  example: "correct horse battery staple",
} as const;

export const byAddress = {
  secretGoesTo: ["host", "port"],
  shown: { server: ["host", "port"], holder: "database" },
} as const;
