// Copy buttons of code. Where the browser lets no page write to the clipboard, as over plain http, the code
// is selected instead.

import { element } from "./element.js";

/** A button that copies what `codeOf` returns when it is pressed. */
export const copyButton = (codeOf: () => HTMLElement | null): HTMLButtonElement => {
  const button = element("button", { type: "button", class: "copy" }, "Copy");
  button.addEventListener("click", async () => {
    const code = codeOf();
    if (code) say(button, await copy(code));
  });
  return button;
};

const copy = async (code: HTMLElement): Promise<string> => {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return "Copied";
  } catch {
    getSelection()?.selectAllChildren(code);
    return "Selected";
  }
};

const say = (button: HTMLButtonElement, text: string): void => {
  button.textContent = text;
  setTimeout(() => {
    button.textContent = "Copy";
  }, 2000);
};

export const addCopyButtons = (): void => {
  for (const samples of document.querySelectorAll<HTMLElement>(".samples"))
    samples.append(copyButton(() => shownIn(samples)));
  for (const pre of document.querySelectorAll<HTMLElement>("main pre:not([data-language])")) {
    const box = element("div", { class: "code" });
    pre.replaceWith(box);
    box.append(
      pre,
      copyButton(() => pre.querySelector("code")),
    );
  }
};

const shownIn = (samples: HTMLElement): HTMLElement | null => {
  const language = samples.querySelector<HTMLInputElement>("input:checked")?.value ?? "curl";
  return samples.querySelector(`pre[data-language="${language}"] code`);
};
