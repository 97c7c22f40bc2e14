// Fields of a user's password: the one that they have, where they have any, and a new one.

import { useSession } from "../api/account.js";
import { TextField } from "../ui/field.js";

interface PasswordProps {
  value: string;
  onChange: (password: string) => void;
}

/** Whoever signs in through an identity provider has none. */
export const CurrentPassword = (field: PasswordProps) =>
  useSession().data?.has_password ? (
    <TextField {...field} label="Current password" type="password" autoComplete="current-password" required />
  ) : null;

export const NewPassword = ({
  label = "New password",
  about,
  ...field
}: PasswordProps & {
  label?: string;
  /** What to know besides its length. */
  about?: string;
}) => (
  <TextField
    {...field}
    label={label}
    type="password"
    hint={["At least 12 characters.", about].filter(Boolean).join(" ")}
    autoComplete="new-password"
    minLength={12}
    required
  />
);
