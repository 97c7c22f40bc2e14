// Names of streams, traits and places, for sentences about cohorts.

import { useMemo } from "react";
import type { CohortNames } from "../../../src/words/cohort.js";
import { useList } from "../../api/resources.js";

export const useResourceNames = (): Required<CohortNames> => {
  const { data: streams } = useList("streams");
  const { data: traits } = useList("traits");
  const { data: places } = useList("places");
  return useMemo(
    () => ({
      stream: (name) => streams?.find(({ stream_name }) => stream_name === name.toLowerCase())?.literate,
      trait: (name) => traits?.find((trait) => trait.name === name)?.literate,
      place: (id) => places?.find((place) => place.id === id)?.name,
    }),
    [streams, traits, places],
  );
};
