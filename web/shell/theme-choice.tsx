// Choice of the theme.

import { useState } from "react";
import { applyTheme, storedTheme, storeTheme, type Theme } from "../style/theme.js";
import { SelectField } from "../ui/field.js";

export const ThemeChoice = () => {
  const [theme, setTheme] = useState(storedTheme);
  const choose = (chosen: Theme) => {
    storeTheme(chosen);
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
