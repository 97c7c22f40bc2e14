// The files that a dataset reads, and whether its result can be read: those of its directory, or of the
// datasets that it merges.

import type { DatasetConfig } from "../../domain/data/dataset.js";
import { type DatasetOptions, type HostedCsvOptions, mergedIds } from "../../domain/data/dataset-options.js";
import type { BuiltResource, RecordedFile, RecordedResource } from "./recorded.js";

type Dataset = Pick<RecordedResource<"datasets">, "id" | "name" | "config">;

/** A dataset of a merge, with the directory that it reads. */
interface MergeMember {
  config: DatasetConfig;
  options: HostedCsvOptions;
  joinColumn: string;
}

/**
 * In the order of the merge. A dataset that is archived, deleted or a merge itself is missing. `datasets` are
 * those in use.
 */
export const mergeMembers = (options: DatasetOptions, datasets: readonly Dataset[]): MergeMember[] =>
  options.type !== "merge"
    ? []
    : options.merge.flatMap(({ dataset_id, join_column }) => {
        const config = datasets.find(({ id }) => id === dataset_id)?.config;
        return config?.options.type === "hosted_csv"
          ? [{ config, options: config.options, joinColumn: join_column }]
          : [];
      });

/** The directories that must have a file; null while a dataset that is merged is missing. */
export const directoriesRead = (options: DatasetOptions, datasets: readonly Dataset[]): string[] | null => {
  if (options.type === "hosted_csv") return [options.upload_directory];
  if (options.type !== "merge") return [];
  const members = mergeMembers(options, datasets);
  const isWhole = members.length === mergedIds(options).length;
  return isWhole ? members.map((member) => member.options.upload_directory) : null;
};

/**
 * Whether a dataset can be read: it outputs, it has a result, and it has the files that the result came from.
 * A deleted file takes its rows with it.
 */
export const isReadable = (
  dataset: RecordedResource<"datasets">,
  files: readonly Pick<RecordedFile, "directory">[],
  datasets: readonly Dataset[],
): dataset is BuiltResource<"datasets"> => {
  const directories = directoriesRead(dataset.config.options, datasets);
  return (
    dataset.result !== null &&
    outputsAnything(dataset) &&
    directories?.every((directory) => files.some((file) => file.directory === directory)) === true
  );
};

/** A preview dataset shows its columns and outputs nothing. */
export const outputsAnything = ({ config }: { config: DatasetConfig }): boolean => config.preview !== true;
