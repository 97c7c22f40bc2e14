// The form of a connection: its type, and the fields that the type has.

import { useState } from "react";
import { useDraft } from "../../ui/draft.js";
import { FieldGroup, SelectField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { bodyOf, type ConnectionDraft, withType } from "./draft.js";
import { type ConnectionType, connectionTypes, encryption, type OptionField } from "./types.js";

interface ConnectionFormProps {
  initial: ConnectionDraft;
  /** The service has it already, with its type and a password. */
  isKnown: boolean;
  action: string;
  sending: { isPending: boolean; error: Error | null };
  onSave: (body: object) => void;
}

export const ConnectionForm = ({ initial, isKnown, action, sending, onSave }: ConnectionFormProps) => {
  const [draft, setDraft] = useDraft("connection", initial);
  const [password, setPassword] = useState("");
  const put = (field: string) => (text: string) =>
    setDraft({ ...draft, values: { ...draft.values, [field]: text } });
  return (
    <Form action={action} sending={sending} onSubmit={() => onSave(bodyOf({ ...draft, password }))}>
      {!isKnown && (
        <SelectField
          label="Type"
          value={draft.type}
          choices={Object.entries(connectionTypes).map(([value, { label }]) => ({
            value: value as ConnectionType,
            label,
          }))}
          onChange={(type) => setDraft(withType(draft, type))}
        />
      )}
      <TextField label="Name" value={draft.name} onChange={(name) => setDraft({ ...draft, name })} required />
      {Object.entries(connectionTypes[draft.type].groups).map(([legend, fields]) => (
        <FieldGroup key={legend} legend={legend}>
          {fields.map((field) => (
            <Option
              key={field.name}
              field={field}
              value={draft.values[field.name] ?? ""}
              onChange={put(field.name)}
            />
          ))}
          {legend === "Login" && <Password isKnown={isKnown} value={password} onChange={setPassword} />}
        </FieldGroup>
      ))}
    </Form>
  );
};

interface OptionProps {
  field: OptionField;
  value: string;
  onChange: (value: string) => void;
}

const Option = ({ field: { label, hint, kind }, value, onChange }: OptionProps) => {
  const shared = { label, hint, value, onChange };
  switch (kind) {
    case "port":
      return <TextField {...shared} type="number" min={1} max={65_535} required />;
    case "encryption":
      return (
        <SelectField
          {...shared}
          choices={Object.entries(encryption).map(([mode, words]) => ({ value: mode, label: words }))}
        />
      );
    case undefined:
      return <TextField {...shared} autoComplete="off" required />;
  }
};

interface PasswordProps {
  isKnown: boolean;
  value: string;
  onChange: (value: string) => void;
}

const Password = ({ isKnown, value, onChange }: PasswordProps) => (
  <TextField
    label="Password"
    type="password"
    hint={
      isKnown
        ? "Stored encrypted and never shown. Leave it empty to keep the current one."
        : "Stored encrypted and never shown again."
    }
    value={value}
    onChange={onChange}
    autoComplete="new-password"
    required={!isKnown}
  />
);
