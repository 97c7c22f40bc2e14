// The form of a connection: its type, and the fields that the type has.

import { useState } from "react";
import { useDraft } from "../../ui/draft.js";
import { FieldGroup, SelectField, TextAreaField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { bodyOf, type ConnectionDraft, withType } from "./draft.js";
import { type ConnectionType, connectionTypes, encryption, type OptionField } from "./types.js";

interface ConnectionFormProps {
  initial: ConnectionDraft;
  /** The service has it already, with its type and a secret. */
  isKnown: boolean;
  action: string;
  sending: { isPending: boolean; error: Error | null };
  onSave: (body: object) => void;
}

export const ConnectionForm = ({ initial, isKnown, action, sending, onSave }: ConnectionFormProps) => {
  const [draft, setDraft] = useDraft("connection", initial);
  const [secret, setSecret] = useState("");
  const { groups, secret: secretOfType } = connectionTypes[draft.type];
  const lastLegend = Object.keys(groups).at(-1);
  const secretField = <SecretField {...secretOfType} isKnown={isKnown} value={secret} onChange={setSecret} />;
  const put = (field: string) => (text: string) =>
    setDraft({ ...draft, values: { ...draft.values, [field]: text } });
  return (
    <Form action={action} sending={sending} onSubmit={() => onSave(bodyOf({ ...draft, secret }, isKnown))}>
      {!isKnown && (
        <SelectField
          label="Type"
          value={draft.type}
          choices={Object.entries(connectionTypes).map(([value, { label }]) => ({
            value: value as ConnectionType,
            label,
          }))}
          onChange={(type) => {
            setSecret("");
            setDraft(withType(draft, type));
          }}
        />
      )}
      <TextField label="Name" value={draft.name} onChange={(name) => setDraft({ ...draft, name })} required />
      {Object.entries(groups).map(([legend, fields]) => (
        <FieldGroup key={legend} legend={legend}>
          {fields.map((field) => (
            <Option
              key={field.name}
              field={field}
              value={draft.values[field.name] ?? ""}
              onChange={put(field.name)}
            />
          ))}
          {legend === lastLegend && !secretOfType.isLong && secretField}
        </FieldGroup>
      ))}
      {secretOfType.isLong && secretField}
    </Form>
  );
};

interface OptionProps {
  field: OptionField;
  value: string;
  onChange: (value: string) => void;
}

const Option = ({ field: { label, hint, kind, isOptional }, value, onChange }: OptionProps) => {
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
      return <TextField {...shared} autoComplete="off" required={!isOptional} />;
  }
};

interface SecretFieldProps {
  label: string;
  hint?: string;
  isLong?: true;
  isKnown: boolean;
  value: string;
  onChange: (value: string) => void;
}

const SecretField = ({ label, hint = "", isLong, isKnown, value, onChange }: SecretFieldProps) => {
  const kept = isKnown
    ? "Stored encrypted and never shown. Leave it empty to keep the current one."
    : "Stored encrypted and never shown again.";
  const shared = { label, hint: `${hint} ${kept}`.trim(), value, onChange, required: !isKnown };
  return isLong ? (
    <TextAreaField {...shared} autoComplete="off" spellCheck={false} />
  ) : (
    <TextField {...shared} type="password" autoComplete="new-password" />
  );
};
