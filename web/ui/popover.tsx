// A button that opens a small panel below it, such as a menu. Escape, a click elsewhere and a new page close it.

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "./button.js";
import { classNames } from "./class-names.js";
import styles from "./popover.module.css";

interface PopoverProps {
  /** Text of the button. */
  label: ReactNode;
  look?: "plain" | "quiet";
  /** The side of the button that the panel is flush with. */
  align?: "start" | "end";
  className?: string | undefined;
  /** Gets a function that closes the panel. */
  children: (close: () => void) => ReactNode;
}

export const Popover = ({ label, look = "plain", align = "end", className, children }: PopoverProps) => {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const [location] = useLocation();
  const id = useId();
  // The focus returns to the button, and from a dialog that was opened here too.
  const close = () => {
    box.current?.querySelector("button")?.focus();
    setOpen(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes it
  useEffect(() => setOpen(false), [location]);
  useEffect(() => (isOpen ? closeOutside(box.current!, () => setOpen(false)) : undefined), [isOpen]);
  return (
    <div ref={box} className={classNames(styles.box, className)}>
      <Button look={look} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {label}
      </Button>
      <div id={id} className={classNames(styles.panel, styles[align])} hidden={!isOpen}>
        {isOpen && children(close)}
      </div>
    </div>
  );
};

/** Calls `close` on Escape, which returns the focus to the button, and when the pointer or the focus leaves the box. */
const closeOutside = (box: HTMLElement, close: () => void): (() => void) => {
  const ended = new AbortController();
  const { signal } = ended;
  const leave = ({ target }: Event) => box.contains(target as Node) || close();
  document.addEventListener("pointerdown", leave, { signal });
  document.addEventListener("focusin", leave, { signal });
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== "Escape") return;
    box.querySelector("button")?.focus();
    close();
  };
  box.addEventListener("keydown", onKey, { signal });
  return () => ended.abort();
};
