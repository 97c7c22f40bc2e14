// Elements of the documentation pages. Texts are texts: nothing of an answer becomes markup.

type Attributes = Record<string, string | boolean | undefined>;

/** An element with attributes and children; an attribute that is false or undefined is left out. */
export const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== false && value !== undefined) made.setAttribute(key, value === true ? "" : value);
  made.append(...children);
  return made;
};
