// Names of streams, traits, places and atlases, for sentences about cohorts.

import { useMemo } from "react";
import type { CohortNames } from "../../../src/words/cohort.js";
import { useList } from "../../api/resources.js";

export const useResourceNames = (): Required<CohortNames> => {
  const { data: streams } = useList("streams");
  const { data: traits } = useList("traits");
  const { data: places } = useList("places");
  const { data: atlases } = useList("atlases");
  return useMemo(
    () => ({
      stream: (name) => streams?.find(({ stream_name }) => stream_name === name.toLowerCase())?.literate,
      trait: (name) => traits?.find((trait) => trait.name === name)?.literate,
      place: (id) => places?.find((place) => place.id === id)?.name,
      atlas: (id) => atlases?.find((atlas) => atlas.id === id)?.name,
    }),
    [streams, traits, places, atlases],
  );
};
