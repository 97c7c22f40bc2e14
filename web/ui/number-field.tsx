// A number that may be left out.

import type { ReactNode } from "react";
import { TextField } from "./field.js";

interface NumberFieldProps {
  label: string;
  hint?: ReactNode;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  min?: number;
  /** Fractions are allowed. */
  isContinuous?: boolean;
  placeholder?: string;
}

export const NumberField = ({ value, onChange, isContinuous = false, ...rest }: NumberFieldProps) => (
  <TextField
    {...rest}
    type="number"
    inputMode={isContinuous ? "decimal" : "numeric"}
    step={isContinuous ? "any" : 1}
    value={value ?? ""}
    onChange={(typed) => onChange(typed === "" ? undefined : Number(typed))}
  />
);
