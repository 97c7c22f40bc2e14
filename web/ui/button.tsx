// Buttons, and links that look like buttons.

import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import styles from "./button.module.css";
import { classNames } from "./class-names.js";

type Look = "primary" | "plain" | "quiet" | "danger";

interface ButtonProps extends ComponentProps<"button"> {
  look?: Look;
  /** Its action runs: it cannot be pressed again. */
  isBusy?: boolean;
}

export const Button = ({
  look = "plain",
  isBusy = false,
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={classNames(styles.button, styles[look], className)}
    disabled={disabled || isBusy}
    aria-busy={isBusy}
  >
    {children}
  </button>
);

export const ButtonLink = ({
  to,
  look = "plain",
  children,
}: {
  to: string;
  look?: Look;
  children: ReactNode;
}) => (
  <Link to={to} className={classNames(styles.button, styles[look])}>
    {children}
  </Link>
);

/** A link outside of the console, such as a file or the API reference. */
export const ButtonAnchor = ({
  look = "plain",
  className,
  children,
  ...rest
}: ComponentProps<"a"> & { look?: Look }) => (
  <a {...rest} className={classNames(styles.button, styles[look], className)}>
    {children}
  </a>
);
