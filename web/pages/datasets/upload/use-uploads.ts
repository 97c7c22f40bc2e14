// Files that the service has.

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { answer, api, type Problem, type Schemas } from "../../../api/client.js";
import { useMutationOf } from "../../../api/resources.js";

export type Upload = Schemas["Upload"];

/** Files of one directory, or of all; newest first. */
export const useUploads = (directory?: string): UseQueryResult<Upload[], Problem> =>
  useQuery({
    queryKey: ["uploads", directory],
    queryFn: () => answer(api.GET("/uploads", { params: { query: directory ? { directory } : {} } })),
  });

/** Directories that have files. */
export const useDirectories = (): { directories: string[]; isRead: boolean } => {
  const { data } = useUploads();
  const names = (data ?? []).map(({ subpath }) => subpath.slice(0, subpath.indexOf("/")));
  return { directories: [...new Set(names)], isRead: data !== undefined };
};

export const fileNameOf = ({ subpath }: Upload): string => subpath.slice(subpath.indexOf("/") + 1);

export const useRemoveUpload = (directory: string) =>
  useMutationOf((filename: string) =>
    answer(api.DELETE("/uploads/{directory}/{filename}", { params: { path: { directory, filename } } })),
  );

/** Creates a dataset without a mapping: the service reads the first rows of its files and suggests one. */
export const usePreview = () =>
  useMutationOf(({ name, directory }: { name: string; directory: string }) =>
    answer(
      api.POST("/datasets", {
        body: {
          name,
          identity_sets: {},
          options: { type: "hosted_csv", upload_directory: directory },
          preview: true,
        },
      }),
    ),
  );
