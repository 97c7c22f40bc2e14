// All tools of the MCP server, in the order of the workflow.

import type { Tool } from "./tool.js";
import { createDataset, describeDataset, profileContent, profileFile } from "./tools/files.js";
import { readLift } from "./tools/lift.js";
import { createPipeline, getList, readReach, saveList } from "./tools/lists.js";
import { listResources, overview, wait } from "./tools/overview.js";
import {
  createCohort,
  createOutcome,
  createSuggested,
  previewCohort,
  previewOutcome,
  readClaims,
  readTheVerdict,
  suggestPredictions,
} from "./tools/predictions.js";

const tools: readonly Tool[] = [
  overview,
  listResources,
  profileFile,
  profileContent,
  createDataset,
  describeDataset,
  suggestPredictions,
  createSuggested,
  previewCohort,
  createCohort,
  previewOutcome,
  createOutcome,
  createPipeline,
  wait,
  readTheVerdict,
  readClaims,
  readReach,
  readLift,
  getList,
  saveList,
];

export interface Allowed {
  writes: boolean;
  /** A folder is shared. */
  files: boolean;
}

/** The tools that an assistant gets. */
export const allowedTools = ({ writes, files }: Allowed): readonly Tool[] =>
  tools.filter(({ effect, needsFiles }) => (writes || effect === "reads") && (files || !needsFiles));
