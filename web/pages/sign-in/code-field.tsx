// The field for a code of the second factor, in which the reader types next.

import { TextField } from "../../ui/field.js";

export const CodeField = ({ value, onChange }: { value: string; onChange: (code: string) => void }) => (
  <TextField
    label="Code"
    hint="Of your authenticator app, or a recovery code."
    value={value}
    onChange={onChange}
    autoComplete="one-time-code"
    autoFocus
    required
  />
);
