// The theme: light, dark or as the device is set. This browser remembers it.

import { useState } from "react";
import { SelectField } from "../ui/field.js";

const themes = ["auto", "light", "dark"] as const;
type Theme = (typeof themes)[number];
const key = "bellwether-theme";

const stored = (): Theme => themes.find((theme) => theme === localStorage.getItem(key)) ?? "auto";

/** Call it before anything is drawn. */
export const applyTheme = (theme: Theme = stored()): void => {
  const { dataset } = document.documentElement;
  if (theme === "auto") delete dataset.theme;
  else dataset.theme = theme;
};

export const ThemeChoice = () => {
  const [theme, setTheme] = useState(stored);
  const choose = (chosen: Theme) => {
    localStorage.setItem(key, chosen);
    applyTheme(chosen);
    setTheme(chosen);
  };
  return (
    <SelectField
      label="Theme"
      value={theme}
      onChange={choose}
      choices={[
        { value: "auto", label: "Same as device" },
        { value: "light", label: "Light" },
        { value: "dark", label: "Dark" },
      ]}
    />
  );
};
