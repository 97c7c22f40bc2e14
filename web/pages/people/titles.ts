// What people are called who are known by their id alone, read one after the other so as not to keep others waiting.

import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../../api/client.js";
import { titleOf } from "./words.js";

/** Empty until they are read. */
export const useTitles = (ids: readonly string[]): ReadonlyMap<string, string> => {
  const { data } = useQuery({
    queryKey: ["people", "titles", ids],
    queryFn: async ({ signal }) => {
      const titles = new Map<string, string>();
      for (const id of new Set(ids)) {
        const { fields } = await answer(api.GET("/people/{id}", { params: { path: { id } }, signal }));
        titles.set(id, titleOf(fields));
      }
      return titles;
    },
    enabled: ids.length > 0,
  });
  return data ?? none;
};

const none: ReadonlyMap<string, string> = new Map();
