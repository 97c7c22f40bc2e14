// Which files a dataset reads: those of its directory, or of the datasets that it merges.

import {
  type DatasetConfig,
  type DatasetOptions,
  type HostedCsvOptions,
  mergedIds,
} from "../../domain/dataset.js";

interface ReadDataset {
  id: string;
  name: string;
  config: DatasetConfig;
}

/** A dataset of a merge, with the directory that it reads. */
export interface MergeMember {
  config: DatasetConfig;
  options: HostedCsvOptions;
  joinColumn: string;
}

/** In the order of the merge; a dataset that is archived, deleted or a merge itself is missing. `datasets` are those in use. */
export const mergeMembers = (options: DatasetOptions, datasets: readonly ReadDataset[]): MergeMember[] =>
  options.type !== "merge"
    ? []
    : options.merge.flatMap(({ dataset_id, join_column }) => {
        const config = datasets.find(({ id }) => id === dataset_id)?.config;
        return config?.options.type === "hosted_csv"
          ? [{ config, options: config.options, joinColumn: join_column }]
          : [];
      });

/** The directories that must have a file; null while a dataset that is merged is missing. */
export const directoriesRead = (
  options: DatasetOptions,
  datasets: readonly ReadDataset[],
): string[] | null => {
  if (options.type === "postgres") return [];
  if (options.type === "hosted_csv") return [options.upload_directory];
  const members = mergeMembers(options, datasets);
  const isWhole = members.length === mergedIds(options).length;
  return isWhole ? members.map((member) => member.options.upload_directory) : null;
};
