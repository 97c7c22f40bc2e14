// Search field of the documentation. `/` or Ctrl-K goes to it, arrows choose, Enter opens, Escape leaves. Its
// index is loaded when it is first used.

import type { SearchEntry } from "../../src/words/search-entry.js";
import { element } from "./element.js";
import { search } from "./search.js";

export const addSearch = (): void => {
  const list = element("div", { id: "results", role: "listbox", "aria-label": "Results", hidden: true });
  const field = element("input", {
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
  const hint = element("kbd", { "aria-hidden": "true" }, "/");
  const status = element("p", { role: "status", class: "visually-hidden" });
  document.querySelector("#search")?.append(field, hint, list, status);

  let entries: Promise<readonly SearchEntry[]> | undefined;
  const load = (): Promise<readonly SearchEntry[]> => {
    entries ??= loadIndex().catch((error) => {
      entries = undefined;
      throw error;
    });
    return entries;
  };
  let chosen = -1;

  const choose = (index: number): void => {
    const options = [...list.children];
    chosen = options.length === 0 ? -1 : (index + options.length) % options.length;
    for (const [i, option] of options.entries()) option.setAttribute("aria-selected", String(i === chosen));
    const option = options[chosen];
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  };
  const close = (): void => {
    list.hidden = true;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  };
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
    if (found.length > 0) choose(0);
    else chosen = -1;
  };

  field.addEventListener("focus", () => void load().catch(() => {}));
  field.addEventListener("input", () => void show().catch(() => failed(list)));
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Enter") list.querySelector<HTMLElement>('[aria-selected="true"]')?.click();
    else if (event.key === "Escape") field.blur();
    else return;
    event.preventDefault();
  });
  field.addEventListener("blur", close);
  // A press on a result must not close the list before it counts.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", () => field.blur());
  document.addEventListener("keydown", (event) => {
    const isShortcut =
      event.key === "/" ? !isTyping(event.target) : event.key === "k" && (event.ctrlKey || event.metaKey);
    if (!isShortcut) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
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
