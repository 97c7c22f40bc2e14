// The form of a connection: its type, and the fields that the type has.

import { useState } from "react";
import {
  connectionTypes,
  descriptorOf,
  type Field,
  fieldGroups,
  type Secret,
} from "../../../src/words/connections.js";
import { useDraft } from "../../ui/draft.js";
import { FieldGroup, SelectField, TextAreaField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { bodyOf, type ConnectionDraft, withType } from "./draft.js";
import { enteredFields } from "./types.js";

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
  const descriptor = descriptorOf(draft.type);
  const fields = enteredFields(draft.type);
  const groups = fieldGroups.filter((group) => fields.some(([, field]) => field.group === group));
  const secretField = (
    <SecretField secret={descriptor.secret} isKnown={isKnown} value={secret} onChange={setSecret} />
  );
  const put = (field: string) => (text: string) =>
    setDraft({ ...draft, values: { ...draft.values, [field]: text } });
  return (
    <Form action={action} sending={sending} onSubmit={() => onSave(bodyOf({ ...draft, secret }, isKnown))}>
      {!isKnown && (
        <SelectField
          label="Type"
          value={draft.type}
          choices={connectionTypes.map((type) => ({ value: type, label: descriptorOf(type).title }))}
          onChange={(type) => {
            setSecret("");
            setDraft(withType(draft, type));
          }}
        />
      )}
      <TextField label="Name" value={draft.name} onChange={(name) => setDraft({ ...draft, name })} required />
      {groups.map((group) => (
        <FieldGroup key={group} legend={group}>
          {fields.map(
            ([name, field]) =>
              field.group === group && (
                <Option key={name} field={field} value={draft.values[name] ?? ""} onChange={put(name)} />
              ),
          )}
          {group === groups.at(-1) && !isLong(descriptor.secret) && secretField}
        </FieldGroup>
      ))}
      {(groups.length === 0 || isLong(descriptor.secret)) && secretField}
    </Form>
  );
};

/** Secrets of several lines. */
const isLong = ({ form }: Secret): boolean =>
  form === "RSA private key" ||
  form === "Google service account" ||
  form === "Google API key or service account" ||
  form === "password or SSH key";

interface OptionProps {
  field: Field;
  value: string;
  onChange: (value: string) => void;
}

const Option = ({ field: { title, hint, kind, choices, isOptional }, value, onChange }: OptionProps) => {
  const shared = { label: title, ...(hint !== undefined && { hint }), value, onChange };
  switch (kind) {
    case "port":
      return <TextField {...shared} type="number" min={1} max={65_535} required />;
    case "choice":
      return (
        <SelectField
          {...shared}
          choices={Object.entries(choices ?? {}).map(([choice, label]) => ({ value: choice, label }))}
        />
      );
    case undefined:
      return <TextField {...shared} autoComplete="off" required={!isOptional} />;
  }
};

interface SecretFieldProps {
  secret: Secret;
  isKnown: boolean;
  value: string;
  onChange: (value: string) => void;
}

const SecretField = ({ secret, isKnown, value, onChange }: SecretFieldProps) => {
  const kept = isKnown
    ? "Stored encrypted and never shown. Leave it empty to keep the current one."
    : "Stored encrypted and never shown again.";
  const hint = `${secret.hint ?? ""} ${kept}`.trim();
  const shared = { label: secret.title, hint, value, onChange, required: !isKnown };
  return isLong(secret) ? (
    <TextAreaField {...shared} autoComplete="off" spellCheck={false} />
  ) : (
    <TextField {...shared} type="password" autoComplete="new-password" />
  );
};
