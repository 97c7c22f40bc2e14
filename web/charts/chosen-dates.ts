// Dates that the figures of a page share: those that the reader chose on one of them, and the days that the
// account marked.

import { createContext, useContext, useEffect } from "react";
import type { Dates, Mark } from "./dates.js";

export interface ChosenDates {
  /** Null: none. */
  chosen: Dates | null;
  choose: (dates: Dates | null) => void;
  marks: readonly Mark[];
  /** Shows the form that chooses dates without a pointer, and marks days. `range`: of the figure. */
  openForm: (range: Dates, onChosen: (days: Dates) => void) => void;
  /** A figure over time is on the page. */
  onFigure: () => void;
}

export const ChosenDatesContext = createContext<ChosenDates>({
  chosen: null,
  choose: () => {},
  marks: [],
  openForm: () => {},
  onFigure: () => {},
});

export const useChosenDates = (): ChosenDates => {
  const dates = useContext(ChosenDatesContext);
  const { onFigure } = dates;
  useEffect(onFigure, [onFigure]);
  return dates;
};
