// Fields of a form: a label, a hint, a control, and what is wrong with its value.

import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.js";
import styles from "./field.module.css";

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Problem of the value. */
  problem?: string | undefined;
  className?: string | undefined;
  /** The label is for screen readers alone, because what is beside the control says the same. */
  isLabelHidden?: boolean | undefined;
}

interface Described {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
}

/** A field with any control, which gets the ids of its label, hint and problem. */
export const Field = ({
  label,
  hint,
  problem,
  className,
  isLabelHidden = false,
  children,
}: FieldProps & { children: (control: Described) => ReactNode }) => {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ") || undefined;
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={isLabelHidden ? "visually-hidden" : undefined}>
        {label}
      </label>
      {children({ id, "aria-describedby": described, "aria-invalid": problem ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
};

type TextFieldProps = FieldProps &
  Omit<ComponentProps<"input">, "onChange"> & { onChange?: (value: string) => void };

export const TextField = ({ label, hint, problem, className, onChange, ...input }: TextFieldProps) => (
  <Field label={label} hint={hint} problem={problem} className={className}>
    {(control) => (
      <input
        type="text"
        {...input}
        {...control}
        className={styles.control}
        onChange={(event) => onChange?.(event.target.value)}
      />
    )}
  </Field>
);

type TextAreaFieldProps = FieldProps &
  Omit<ComponentProps<"textarea">, "onChange"> & { onChange: (value: string) => void };

/** For texts of several lines. */
export const TextAreaField = ({ label, hint, problem, className, onChange, ...area }: TextAreaFieldProps) => (
  <Field label={label} hint={hint} problem={problem} className={className}>
    {(control) => (
      <textarea
        rows={4}
        {...area}
        {...control}
        className={styles.control}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);

export interface Choice<V extends string = string> {
  value: V;
  label: string;
  isDisabled?: boolean;
  /** Choices of one group stand together, under its name. */
  group?: string;
}

type SelectFieldProps<V extends string> = FieldProps & {
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
  disabled?: boolean;
};

export const SelectField = <V extends string>({
  label,
  hint,
  problem,
  className,
  isLabelHidden,
  value,
  choices,
  onChange,
  disabled,
}: SelectFieldProps<V>) => (
  <Field label={label} hint={hint} problem={problem} className={className} isLabelHidden={isLabelHidden}>
    {(control) => (
      <select
        {...control}
        className={styles.control}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as V)}
      >
        {groupsOf(choices).map(([group, grouped]) =>
          group === undefined ? (
            <Options key="" choices={grouped} />
          ) : (
            <optgroup key={group} label={group}>
              <Options choices={grouped} />
            </optgroup>
          ),
        )}
      </select>
    )}
  </Field>
);

const Options = ({ choices }: { choices: readonly Choice[] }) =>
  choices.map(({ value, label, isDisabled }) => (
    <option key={value} value={value} disabled={isDisabled}>
      {label}
    </option>
  ));

/** Choices without a group first. */
const groupsOf = (choices: readonly Choice[]): [string | undefined, Choice[]][] => {
  const groups = new Map<string | undefined, Choice[]>([[undefined, []]]);
  for (const choice of choices) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  return [...groups];
};

/** A checkbox. */
export const CheckField = ({
  label,
  hint,
  checked,
  onChange,
  disabled,
}: {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) => {
  const id = useId();
  return (
    <div className={styles.check}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
};

/** Fields that belong together, under one heading. */
export const FieldGroup = ({
  legend,
  hint,
  children,
}: {
  legend: string;
  hint?: ReactNode;
  children: ReactNode;
}) => (
  <fieldset className={styles.group}>
    <legend>{legend}</legend>
    {hint && <p className={styles.hint}>{hint}</p>}
    <div className={styles.row}>{children}</div>
  </fieldset>
);

/** A number that may be left out. */

interface NumberFieldProps {
  label: string;
  hint?: ReactNode;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  min?: number;
  /** Accepts fractions. */
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
