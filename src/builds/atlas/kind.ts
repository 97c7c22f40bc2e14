// An atlas's result is made from its configuration, the files of its directory, and where the people of the account are.

import { retryLater } from "../../errors/refusal.js";
import { uploadedFiles } from "../dataset/input.js";
import { Hopeless, Waiting } from "../kind/account.js";
import type { Kind } from "../kind/kind.js";
import { dirOf, filePrints } from "../kind/recorded.js";
import type { AtlasInput } from "./step.js";

export const atlases: Kind<"atlases", AtlasInput> = {
  version: 2,
  read: ({ config }, account) => {
    const { upload_directory: directory } = config.options;
    const files = account.filesIn(directory);
    if (files.length === 0) throw new Waiting(`Waiting for a first file in directory ${directory}.`);
    const damaged = files.find((file) => file.damaged_at !== null);
    if (damaged)
      throw new Hopeless(retryLater("upload-damaged", { file: `${directory}/${damaged.filename}` }).message);
    const people = account.people();
    return {
      from: { config, files: filePrints(files), people: [people.fingerprint] },
      input: (data) => ({
        config,
        files: uploadedFiles(files, data),
        peopleDir: dirOf(people, data),
        datasetDirs: account.readableDatasets().map((dataset) => dirOf(dataset, data)),
      }),
    };
  },
};
