// What is pressed to do something. What leads somewhere is a link, and may look the same.

import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import styles from "./button.module.css";
import { classNames } from "./class-names.js";

type Look = "primary" | "plain" | "quiet" | "danger";

interface ButtonProps extends ComponentProps<"button"> {
  look?: Look;
  /** It was pressed and is not done: it says so and cannot be pressed again. */
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

/** To something that the service serves outside of the console: a file, the documentation. */
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
