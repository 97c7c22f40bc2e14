// The theme: light, dark or as the device is set. This browser remembers it.

export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];
const key = "bellwether-theme";

export const storedTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(key)) ?? "auto";

export const storeTheme = (theme: Theme): void => localStorage.setItem(key, theme);

/** Call it before anything is drawn. */
export const applyTheme = (theme: Theme = storedTheme()): void => {
  const { dataset } = document.documentElement;
  if (theme === "auto") delete dataset.theme;
  else dataset.theme = theme;
};
