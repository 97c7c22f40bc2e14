// Past of a stream: its events before a moment, from today's build, and their summary. Events without dates are
// in any past.

import { relation, streamFiles } from "../../warehouse/relations.js";
import { pastEvents, streamSummary } from "../../warehouse/streams.js";
import type { StepTools } from "../kind/kind.js";
import type { WrittenStream } from "./continue.js";
import type { StreamInput, StreamToWrite } from "./input.js";

export const writePast = async (
  { properties, isDated }: StreamToWrite,
  { before, dir: today }: NonNullable<StreamInput["past"]>,
  { engine, dir }: Pick<StepTools, "engine" | "dir">,
): Promise<WrittenStream> => {
  const files = streamFiles(dir);
  const events = relation(streamFiles(today).events);
  const rows = await engine.writeParquet(
    pastEvents(events, properties, isDated ? before : null),
    files.events,
  );
  if (isDated) await engine.writeParquet(streamSummary(relation(files.events)), files.summary);
  return { sources: [], rows: [rows], added: null };
};
