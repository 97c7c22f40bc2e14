// Replays on the way out, with their files as addresses.

import { basename } from "node:path";
import {
  asOfName,
  type ObservedOutcome,
  type ReplayConfig,
  type ReplayedDate,
  type ReplayedFile,
  type ReplayedOutcome,
} from "../../domain/pipeline/replay.js";
import type { JsonObject } from "../../domain/resource/json.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { Resource } from "../../store/resources.js";
import { english } from "../../words/format.js";
import { asOfSentence, comparisonSentence, neverDelivered } from "../../words/replay.js";
import { present } from "../json.js";
import type { LinkMaker } from "../links.js";
import { isoMs, isoSeconds, recordOf } from "./record.js";
import { bounds, observedScores } from "./scope-analysis.js";

export const renderReplay = (
  replay: Resource<"replays">,
  { apiUrl }: Pick<LinkMaker, "apiUrl">,
): JsonObject => {
  const { config, result } = replay;
  const base = `${apiUrl}/scopes/${config.scope_id}/replays/${replay.id}`;
  return recordOf(replay, {
    scope_id: config.scope_id,
    dates: config.dates.map((at) => isoMs(at)!),
    by: config.by ?? "arrivals",
    text: config.by === "events" ? asOfSentence : undefined,
    results: result?.dates.map((date) => renderDate(date, base, config.by)),
  });
};

const renderDate = (date: ReplayedDate, base: string, by: ReplayConfig["by"]): JsonObject => {
  const { at, error, missing, arrivals_through, data_through, files, outcomes, people_file } = date;
  const query = new URLSearchParams({ date: isoMs(at)! });
  return present({
    date: isoMs(at),
    error,
    arrivals_through: arrivals_through > 0 ? isoMs(arrivals_through) : undefined,
    data_through: isoSeconds(data_through),
    missing_datasets: missing,
    files: files.map((file) =>
      renderFile(file, `${base}/download.csv?${query}`, by === "events" ? at : null),
    ),
    outcomes: outcomes.map(renderOutcome),
    people_url: people_file === null ? undefined : `${base}/people.csv?${query}`,
  });
};

/** `asOf`: the moment whose events it has; null for a file of the uploads of then. */
const renderFile = (file: ReplayedFile, url: string, asOf: EpochMs | null): JsonObject => {
  const { target_id, name, error, path, rows, bytes, sha256, delivered } = file;
  const comparison = delivered === null ? "unknown" : delivered.is_equal ? "equal" : "different";
  const delivered_at = isoMs(delivered?.built_at);
  return present({
    target_id,
    target_name: name,
    error,
    ...(path !== null && {
      file_name: asOf === null ? basename(path) : asOfName(basename(path), asOf),
      row_count: rows,
      file_size: bytes,
      sha256,
      file_url: `${url}&target_id=${target_id}`,
    }),
    comparison,
    delivered_at,
    delivered_sha256: delivered?.sha256,
    headline:
      error ??
      (asOf === null ? undefined : neverDelivered) ??
      comparisonSentence({
        comparison,
        delivered_at,
        causes: delivered?.causes,
        further_causes: delivered?.further_causes,
      }),
  });
};

const renderOutcome = ({
  id,
  name,
  people,
  expected,
  expected_interval,
  ends_at,
  observed,
}: ReplayedOutcome): JsonObject => {
  const known = observed && renderObserved(observed);
  return present({
    outcome_id: id,
    outcome_name: name,
    scored_count: people,
    expected,
    ...bounds(expected_interval ?? undefined),
    horizon_end: isoSeconds(ends_at),
    observed: known,
    headline: known?.headline ?? waitingSentence(expected, people, ends_at),
  });
};

const renderObserved = ({ auc, calibration_error, ...observed }: ObservedOutcome): JsonObject =>
  present({ ...observedScores(observed), auc, calibration_error });

const waitingSentence = (expected: number, people: number, endsAt: number | null): string => {
  const who = `Expected ${english.count(expected)} of ${english.count(people)} people`;
  return endsAt === null
    ? `${who}. Without dates there is no horizon to compare.`
    : `${who}. The data do not reach the end of the horizon yet, ${english.day(endsAt * 1000)}: replay again then.`;
};
