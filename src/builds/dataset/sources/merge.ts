// Merge as a source: the rows of other datasets of uploads, joined.

import { mergeMembers } from "../../kind/datasets.js";
import { filePrints } from "../../kind/recorded.js";
import { uploadedFiles } from "../input.js";
import type { DatasetSource } from "./source.js";
import { requireFiles } from "./uploads.js";

export const merge: DatasetSource = {
  types: ["merge"],
  plan(config, account) {
    requireFiles(config, account);
    const members = mergeMembers(config.options, account.ofType("datasets")).map((member) => ({
      ...member,
      files: account.filesIn(member.options.upload_directory),
    }));
    return {
      from: {
        members: members.map(({ config: { upsert_columns, incremental_column }, options, files }) => ({
          options,
          upsert_columns,
          incremental_column,
          files: filePrints(files),
        })),
      },
      input: (data) => ({
        members: members.map(({ files, ...member }) => ({ ...member, files: uploadedFiles(files, data) })),
      }),
    };
  },
  open: (input, _tools, use) => use({ added: async () => null, all: async () => input }),
  async reader({ config, members = [] }, engine, scratch, onFile) {
    const { mergeReader } = await import("../../../warehouse/ingest/merge.js");
    const hasEventKey = Object.values(config.output_to_streams).some(
      ({ event_key }) => event_key !== undefined,
    );
    return mergeReader(engine, members, hasEventKey, scratch, onFile);
  },
};
