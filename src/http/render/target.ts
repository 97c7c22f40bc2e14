// A target as it is read: where its file is to be had, or its lookup asked, and what it holds.

import { signLink } from "../../delivery/links.js";
import type { TargetResult } from "../../domain/target.js";
import type { Resource } from "../../store/resources.js";
import type { JsonObject } from "../json.js";
import type { RenderInput } from "../kind.js";
import { dataThrough, recordOf } from "./record.js";

/** The link is signed, so that it works without the key, and stays the same from build to build. */
export const renderTarget =
  (linkSecret: string) =>
  (target: Resource<"targets">, { referenced, apiUrl }: RenderInput): JsonObject => {
    const { config, result, id } = target;
    const outputUrl =
      config.options.type === "lookup_api"
        ? `${apiUrl}/targets/${id}/lookup`
        : `${apiUrl}/targets/${id}/download.csv?signature=${signLink(linkSecret, id)}`;
    return recordOf(target, {
      ...config,
      options: { ...config.options, output_url: outputUrl },
      row_count: result?.rows,
      left_out_count: result?.left_out_count,
      file_size: result?.bytes,
      columns: result?.columns,
      final_structure: result?.structure,
      data_through: dataThrough(referenced),
    });
  };

export const renderTargetAnalysis = ({ rows, left_out_count, analysis }: TargetResult): JsonObject => ({
  row_count: rows,
  left_out_count,
  columns: analysis,
});
