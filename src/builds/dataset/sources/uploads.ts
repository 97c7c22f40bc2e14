// Uploads as a source: the files of an upload directory.

import type { HostedCsvOptions } from "../../../domain/data/dataset-options.js";
import { assert, retryLater } from "../../../errors/refusal.js";
import { type Account, Hopeless, Waiting } from "../../kind/account.js";
import { directoriesRead } from "../../kind/datasets.js";
import { filePrints, type RecordedResource } from "../../kind/recorded.js";
import { type DatasetInput, uploadedFiles } from "../input.js";
import type { DatasetSource } from "./source.js";

export const uploads: DatasetSource = {
  types: ["hosted_csv"],
  plan(config, account) {
    requireFiles(config, account);
    const files = account.filesIn(optionsOf({ config }).upload_directory);
    return { from: { files: filePrints(files) }, input: (data) => ({ files: uploadedFiles(files, data) }) };
  },
  async open(input, tools, use) {
    const { takeOverMerged } = await import("../added-files.js");
    const unchanged = () => takeOverMerged(input, tools);
    return use({ unchanged, added: async () => input, all: async () => input });
  },
  async reader(input, engine, scratch, onFile) {
    const { fileReader } = await import("../../../warehouse/ingest/read.js");
    const { files, config } = input;
    return fileReader(engine, { files, options: optionsOf(input) }, scratch, onFile, config.preview);
  },
};

const optionsOf = ({ config }: Pick<DatasetInput, "config">): HostedCsvOptions => {
  assert(config.options.type === "hosted_csv", "a dataset of uploads has options of one");
  return config.options;
};

/** Throws `Waiting` for the first file of each directory, and `Hopeless` while one is damaged. */
export const requireFiles = ({ options }: RecordedResource<"datasets">["config"], account: Account): void => {
  const directories = directoriesRead(options, account.ofType("datasets"));
  if (directories === null) throw new Waiting("Waiting for a dataset to merge that is archived or deleted.");
  const empty = directories.find((directory) => account.filesIn(directory).length === 0);
  if (empty !== undefined) throw new Waiting(`Waiting for a first file in directory ${empty}.`);
  const damaged = directories
    .flatMap((each) => account.filesIn(each))
    .find((file) => file.damaged_at !== null);
  if (!damaged) return;
  const file = `${damaged.directory}/${damaged.filename}`;
  throw new Hopeless(retryLater("upload-damaged", { file }).message);
};
