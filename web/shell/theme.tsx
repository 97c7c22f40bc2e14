// Light, dark, or as the device is set; kept in this browser.

import { useState } from "react";
import { SelectField } from "../ui/field.js";

const themes = ["auto", "light", "dark"] as const;
type Theme = (typeof themes)[number];
const key = "bellwether-theme";

const kept = (): Theme => themes.find((theme) => theme === localStorage.getItem(key)) ?? "auto";

/** To be called before anything is drawn. */
export const applyTheme = (theme: Theme = kept()): void => {
  const { dataset } = document.documentElement;
  if (theme === "auto") delete dataset.theme;
  else dataset.theme = theme;
};

export const ThemeChoice = () => {
  const [theme, setTheme] = useState(kept);
  const choose = (chosen: Theme) => {
    localStorage.setItem(key, chosen);
    applyTheme(chosen);
    setTheme(chosen);
  };
  return (
    <SelectField
      label="Colours"
      value={theme}
      onChange={choose}
      choices={[
        { value: "auto", label: "As the device" },
        { value: "light", label: "Light" },
        { value: "dark", label: "Dark" },
      ]}
    />
  );
};
