// Names of streams, traits and places, for sentences about cohorts.

import { useMemo } from "react";
import { useList } from "../../api/resources.js";
import type { ResourceNames } from "./sentence.js";

export const useResourceNames = (): ResourceNames => {
  const { data: streams } = useList("streams");
  const { data: traits } = useList("traits");
  const { data: places } = useList("places");
  return useMemo(
    () => ({
      stream: (name) =>
        streams?.find(({ stream_name }) => stream_name === name.toLowerCase())?.literate ??
        name.replaceAll("_", " "),
      trait: (name) => traits?.find((trait) => trait.name === name)?.literate ?? `“${name}”`,
      place: (id) => places?.find((place) => place.id === id)?.name ?? "a place",
    }),
    [streams, traits, places],
  );
};
