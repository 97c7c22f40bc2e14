// Dates that the figures of a page share: chosen on one of them, or marked by the account. Nothing is read on
// pages without a figure over time.

import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from "react";
import { answer, api, type Schemas } from "../api/client.js";
import { type ChosenDates, ChosenDatesContext } from "../charts/chosen-dates.js";
import type { Dates } from "../charts/dates.js";

const DatesForm = lazy(() => import("./dates-form.js"));
const none: readonly Schemas["MarkedDay"][] = [];

interface Form {
  range: Dates;
  onChosen: (days: Dates) => void;
}

export const PageDates = ({ children }: { children: ReactNode }) => {
  const [chosen, choose] = useState<Dates | null>(null);
  const [form, setForm] = useState<Form | null>(null);
  const [hasFigure, setHasFigure] = useState(false);
  const onFigure = useCallback(() => setHasFigure(true), []);
  const { data: marks = none } = useQuery({
    queryKey: ["marked_days"],
    queryFn: () => answer(api.GET("/marked_days")),
    enabled: hasFigure,
  });
  const dates = useMemo<ChosenDates>(
    () => ({
      chosen,
      choose,
      marks,
      openForm: (range, onChosen) => setForm({ range, onChosen }),
      onFigure,
    }),
    [chosen, marks, onFigure],
  );
  return (
    <ChosenDatesContext.Provider value={dates}>
      {children}
      {form && (
        <Suspense>
          <DatesForm {...form} chosen={chosen} marks={marks} onClose={() => setForm(null)} />
        </Suspense>
      )}
    </ChosenDatesContext.Provider>
  );
};
