// Search field of the documentation. `/` or Ctrl-K goes to it, arrows choose, Enter opens, Escape leaves. Its
// index is loaded when it is first used.

import type { SearchEntry } from "../../src/words/search-entry.js";
import { element } from "./element.js";
import { search } from "./search.js";

export const addSearch = (): void => {
  const list = element("div", { id: "results", role: "listbox", "aria-label": "Results", hidden: true });
  const field = searchField();
  const hint = element("kbd", { "aria-hidden": "true" }, "/");
  const status = element("p", { role: "status", class: "visually-hidden" });
  document.querySelector("#search")?.append(field, hint, list, status);

  const options = new Options(field, list);
  const load = loadedOnce();
  const show = async (): Promise<void> => {
    const query = field.value;
    const found = search(await load(), query);
    // Something else has been typed since.
    if (query !== field.value) return;
    list.replaceChildren(...found.map(resultOption));
    if (query.trim() !== "" && found.length === 0)
      list.replaceChildren(element("p", { class: "soft" }, `Nothing found for “${query.trim()}”.`));
    list.hidden = query.trim() === "";
    field.setAttribute("aria-expanded", String(!list.hidden));
    status.textContent = list.hidden ? "" : `${found.length} results`;
    options.chooseFirst(found.length);
  };

  field.addEventListener("focus", () => void load().catch(() => {}));
  field.addEventListener("input", () => void show().catch(() => failed(list)));
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") options.move(1);
    else if (event.key === "ArrowUp") options.move(-1);
    else if (event.key === "Enter") list.querySelector<HTMLElement>('[aria-selected="true"]')?.click();
    else if (event.key === "Escape") field.blur();
    else return;
    event.preventDefault();
  });
  field.addEventListener("blur", () => options.close());
  // A press on a result must not close the list before it counts.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", () => field.blur());
  addShortcut(field);
};

const searchField = () =>
  element("input", {
    type: "search",
    role: "combobox",
    placeholder: "Search",
    "aria-label": "Search the documentation",
    "aria-controls": "results",
    "aria-expanded": "false",
    "aria-autocomplete": "list",
    autocomplete: "off",
    spellcheck: "false",
  });

/** The results of a search field, one of which is chosen. */
class Options {
  private chosen = -1;

  constructor(
    private readonly field: HTMLInputElement,
    private readonly list: HTMLElement,
  ) {}

  move(by: number): void {
    this.choose(this.chosen + by);
  }

  chooseFirst(count: number): void {
    if (count > 0) this.choose(0);
    else this.chosen = -1;
  }

  close(): void {
    this.list.hidden = true;
    this.field.setAttribute("aria-expanded", "false");
    this.field.removeAttribute("aria-activedescendant");
  }

  private choose(index: number): void {
    const options = [...this.list.children];
    this.chosen = options.length === 0 ? -1 : (index + options.length) % options.length;
    for (const [i, option] of options.entries())
      option.setAttribute("aria-selected", String(i === this.chosen));
    const option = options[this.chosen];
    if (option) this.field.setAttribute("aria-activedescendant", option.id);
    else this.field.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }
}

/** `/` and Ctrl-K go to the field from anywhere else. */
const addShortcut = (field: HTMLInputElement): void =>
  document.addEventListener("keydown", (event) => {
    const isShortcut =
      event.key === "/" ? !isTyping(event.target) : event.key === "k" && (event.ctrlKey || event.metaKey);
    if (!isShortcut) return;
    event.preventDefault();
    field.focus();
    field.select();
  });

/** Loads the index at the first call, and again after a failure. */
const loadedOnce = (): (() => Promise<readonly SearchEntry[]>) => {
  let entries: Promise<readonly SearchEntry[]> | undefined;
  return () => {
    entries ??= loadIndex().catch((error) => {
      entries = undefined;
      throw error;
    });
    return entries;
  };
};

const loadIndex = async (): Promise<readonly SearchEntry[]> => {
  const answer = await fetch("/docs/search.json");
  if (!answer.ok) throw new Error(`the search index was answered with ${answer.status}`);
  return answer.json();
};

const failed = (list: HTMLElement): void => {
  list.replaceChildren(
    element("p", { class: "soft" }, "The search index could not be loaded. Type again to retry."),
  );
  list.hidden = false;
};

const resultOption = ({ kind, title, detail, url }: SearchEntry, index: number): HTMLElement =>
  element(
    "a",
    { id: `result-${index}`, role: "option", href: url, tabindex: "-1", class: kind },
    element("b", {}, title),
    element("small", {}, detail),
  );

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches("input:not([type=radio]), textarea, select, [contenteditable]");
