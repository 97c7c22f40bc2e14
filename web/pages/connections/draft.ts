// Draft of a connection. The password is sent only if one is typed, because the service never returns it.

import type { Records } from "../../api/kinds.js";

type Options = Records["connections"]["options"];

export interface ConnectionDraft {
  name: string;
  host: string;
  port: string;
  database: string;
  schema: string;
  user: string;
  password: string;
  sslmode: Options["sslmode"];
}

export const emptyDraft: ConnectionDraft = {
  name: "",
  host: "",
  port: "5432",
  database: "",
  schema: "public",
  user: "",
  password: "",
  sslmode: "prefer",
};

export const draftOf = ({ name, options }: Records["connections"]): ConnectionDraft => ({
  name,
  host: options.host,
  port: String(options.port),
  database: options.database,
  schema: options.schema,
  user: options.user,
  password: "",
  sslmode: options.sslmode,
});

export const bodyOf = ({ name, port, password, ...options }: ConnectionDraft) => ({
  name,
  options: { type: "postgres", ...options, port: Number(port), ...(password !== "" && { password }) },
});
