// The dialog that finds pages, resources by name, and people by name, e-mail or customer ID. The arrow keys
// choose, Enter opens.

import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useLocation } from "wouter";
import { useAllResources } from "../../api/resources.js";
import { useDebounced } from "../../api/use-debounced.js";
import { classNames } from "../../ui/class-names.js";
import { Dialog } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { usePersonSearch } from "../people/queries.js";
import { addressOf, titleOf } from "../people/sentences.js";
import { entriesFor, type Found } from "./entries.js";
import styles from "./find.module.css";

/** People are searched from this length on: one letter would find anyone. */
const minLetters = 2;
const maxPeople = 5;

const FindDialog = ({ onClose }: { onClose: () => void }) => {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const { records, error } = useAllResources();
  const { people, isSearching } = usePeople(text);
  const found = [...entriesFor(text, records ?? []), ...people];
  const [, navigate] = useLocation();
  const id = useId();
  const at = Math.min(chosen, Math.max(0, found.length - 1));
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [id, at]);
  const open = (entry: Found | undefined) => {
    if (!entry) return;
    onClose();
    navigate(entry.to);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (found.length > 0) setChosen((at + step + found.length) % found.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      open(found[at]);
    }
  };
  return (
    <Dialog title="Find" onClose={onClose}>
      <input
        type="search"
        role="combobox"
        className={styles.input}
        aria-label="Page, resource or person"
        placeholder="Page, resource or person"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      <ErrorNotice problem={error} />
      <Entries id={id} found={found} at={at} onOpen={open} />
      <p role="status" className="small soft">
        {isSearching
          ? "Searching people…"
          : found.length === 0 && "Nothing found. Try another word, or a full e-mail address."}
      </p>
    </Dialog>
  );
};
export default FindDialog;

interface EntriesProps {
  /** Id of the dialog, with which the ids of the list and its options begin. */
  id: string;
  found: readonly Found[];
  /** Index of the chosen entry. */
  at: number;
  onOpen: (entry: Found) => void;
}

const Entries = ({ id, found, at, onOpen }: EntriesProps) => (
  <div id={`${id}-list`} role="listbox" aria-label="Found" className={styles.found} tabIndex={-1}>
    {found.map((entry, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
      <div
        key={`${entry.about} ${entry.to} ${entry.label}`}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === at}
        className={classNames(styles.entry, index === at && styles.chosen)}
        onClick={() => onOpen(entry)}
      >
        <span>{entry.label}</span>
        <span className="small soft">{entry.about}</span>
      </div>
    ))}
  </div>
);

const usePeople = (entered: string): { people: readonly Found[]; isSearching: boolean } => {
  const wanted = entered.trim();
  const text = useDebounced(wanted);
  const { data = [], isFetching } = usePersonSearch(text.length < minLetters ? "" : text);
  if (wanted.length < minLetters) return { people: [], isSearching: false };
  const shown = text.length < minLetters ? [] : data.slice(0, maxPeople);
  return {
    people: shown.map(({ id, fields }) => ({
      to: `/people/${id}`,
      label: titleOf(fields),
      about: ["person", addressOf(fields)].filter(Boolean).join(", "),
    })),
    isSearching: isFetching || text !== wanted,
  };
};
