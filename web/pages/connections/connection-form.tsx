// The form of a connection to a PostgreSQL database, and its draft. The password is sent only if one is typed, because the service never
// returns it.

import { useState } from "react";
import type { Records } from "../../api/kinds.js";
import { useDraft } from "../../ui/draft.js";
import { FieldGroup, SelectField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";

interface ConnectionFormProps {
  initial: ConnectionDraft;
  /** The service has a password already. */
  hasPassword: boolean;
  action: string;
  sending: { isPending: boolean; error: Error | null };
  onSave: (body: object) => void;
}

export const ConnectionForm = ({ initial, hasPassword, action, sending, onSave }: ConnectionFormProps) => {
  const [draft, setDraft] = useDraft("connection", initial);
  const [password, setPassword] = useState("");
  const put = (field: keyof ConnectionDraft) => (text: string) => setDraft({ ...draft, [field]: text });
  return (
    <Form action={action} sending={sending} onSubmit={() => onSave(bodyOf({ ...draft, password }))}>
      <TextField label="Name" value={draft.name} onChange={put("name")} required />
      <FieldGroup legend="Server">
        <TextField
          label="Host"
          hint="Name or address, as seen from this service."
          value={draft.host}
          onChange={put("host")}
          required
        />
        <TextField
          label="Port"
          type="number"
          min={1}
          max={65_535}
          value={draft.port}
          onChange={put("port")}
          required
        />
        <Encryption value={draft.sslmode} onChange={put("sslmode")} />
      </FieldGroup>
      <FieldGroup legend="Data">
        <TextField label="Database" value={draft.database} onChange={put("database")} required />
        <TextField
          label="Schema"
          hint="The schema that holds the tables."
          value={draft.schema}
          onChange={put("schema")}
          required
        />
      </FieldGroup>
      <FieldGroup legend="Login">
        <TextField label="User" value={draft.user} onChange={put("user")} autoComplete="off" required />
        <TextField
          label="Password"
          type="password"
          hint={
            hasPassword
              ? "Stored encrypted and never shown. Leave it empty to keep the current one."
              : "Stored encrypted and never shown again."
          }
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          required={!hasPassword}
        />
      </FieldGroup>
    </Form>
  );
};

const Encryption = ({
  value,
  onChange,
}: {
  value: ConnectionDraft["sslmode"];
  onChange: (value: ConnectionDraft["sslmode"]) => void;
}) => (
  <SelectField
    label="Encryption"
    value={value}
    onChange={onChange}
    choices={[
      { value: "prefer", label: "If the server supports it" },
      { value: "require", label: "Always" },
      { value: "verify-full", label: "Always, and check the certificate" },
      { value: "disable", label: "Never" },
    ]}
  />
);

type Options = Records["connections"]["options"];

interface ConnectionDraft {
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
