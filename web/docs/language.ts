// Language of the code samples: a choice at one sample holds for all of them, and this browser remembers it.

const key = "bellwether-docs-language";

const choices = (): NodeListOf<HTMLInputElement> => document.querySelectorAll(".samples input[type=radio]");

const choose = (language: string | null): void => {
  for (const choice of choices()) if (choice.value === language) choice.checked = true;
};

export const rememberLanguage = (): void => {
  choose(localStorage.getItem(key));
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest(".samples")) return;
    localStorage.setItem(key, target.value);
    const before = target.getBoundingClientRect().top;
    choose(target.value);
    // Samples above have another height now; what is being read stays in its place.
    window.scrollBy({ top: target.getBoundingClientRect().top - before, behavior: "instant" });
  });
};
