// A dataset's result is made from its configuration and its rows: of files, uploaded or in a bucket, of the
// datasets that it merges, or of a table. It also depends on the moment up to which rows dated in the future
// count, and on the people who are to be deleted.

import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { keptSince } from "../../domain/data/age-limit.js";
import { mergedIds, readsDirectory } from "../../domain/data/dataset-options.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import type { EpochMs, EpochSeconds } from "../../domain/resource/resource.js";
import { peopleFiles } from "../../warehouse/relations.js";
import type { Account } from "../kind/account.js";
import { directoriesRead } from "../kind/datasets.js";
import type { Kind, Reading } from "../kind/kind.js";
import { ownColumnsOfDataset } from "../kind/own-columns.js";
import { type DataDirectory, dirOf, type RecordedFile, type RecordedResource } from "../kind/recorded.js";
import type { FileHistory } from "./file-history.js";
import { type DatasetInput, uploadedFile } from "./input.js";
import { sourceOf } from "./sources/registry.js";

type Dataset = RecordedResource<"datasets">;

export const datasets: Kind<"datasets", DatasetInput> = {
  version: 17,
  continuesFrom: (file) => lost.includes(file),
  read: (dataset, account) => {
    const { config } = dataset;
    const rows = sourceOf(config.options).plan(config, account);
    const due = dueThrough(dataset.result, account.now) ?? firstDue(dataset, account.now);
    const erased = readErased(dataset, account);
    const kept = readAgeLimit(dataset, account);
    return {
      from: {
        config,
        ...rows.from,
        due,
        forgotten: erased.from,
        ...kept,
        ...listVersion(config),
        ...ownColumnsOfDataset(config),
      },
      input: (data) => ({
        config,
        files: [],
        dueThrough: due,
        version: datasets.version,
        ...rows.input(data),
        history: historyOf(dataset, account, data),
        ...erased.input(data),
        ...kept,
        ...(dataset.result?.old_rows && { oldRows: dataset.result.old_rows }),
      }),
    };
  },
  // Identities are as old as they are today, also where the file that had them first is gone: ids of people
  // follow from it.
  asOf: (input, { at, peopleDir }) => {
    const { history } = input;
    if (!history || history.previous || peopleDir === null) return input;
    const known = { peopleDir, before: at, originsFile: peopleFiles(peopleDir).origins };
    return { ...input, history: { ...history, known } };
  },
  triedAgainMs: ({ options }) => sourceOf(options).triedAgainMs ?? null,
  isConnected: ({ options }) => sourceOf(options).isConnected === true,
  afterBuild: async (trx, { accountId, config, result: { trait_sources }, now }) => {
    await forgetReplacedFiles(trx, accountId, config, now);
    // The traits of a dataset may only be known once its columns are.
    const names = config.preview ? [] : Object.keys(trait_sources);
    const { ensureTraits } = await import("../../store/traits.js");
    await ensureTraits(trx, accountId, names, now);
  },
};

/**
 * Versions of what the step makes only for privacy lists and for accounts with a deletion list; other
 * datasets keep their results.
 */
const listRowsVersion = 1;
const deletionVersion = 1;

const listVersion = ({ privacy }: Dataset["config"]) =>
  privacy === undefined ? {} : { listRows: listRowsVersion };

/** A merge keeps no row longer than its members do. */
const readAgeLimit = ({ config }: Dataset, account: Account): Pick<DatasetInput, "keptSince"> => {
  if (config.preview) return {};
  const merged = mergedIds(config.options);
  const members = account.ofType("datasets").filter(({ id }) => merged.includes(id));
  const since = [config, ...members.map((member) => member.config)]
    .map(({ keep_months: months }) => (months === undefined ? null : keptSince(months, account.now)))
    .filter((start) => start !== null);
  return since.length > 0 ? { keptSince: Math.max(...since) } : {};
};

/**
 * People to delete are known once people are resolved; then every dataset but the lists is read again without
 * them. Where that file is damaged, the lists are applied again from the beginning: people on a list are left
 * out of every result meanwhile.
 */
const readErased = ({ config: { privacy } }: Dataset, account: Account): Reading<Partial<DatasetInput>> => {
  const people = account.ofType("people")[0];
  const isLost = people?.damagedFiles.some((file) => file === "forgotten.parquet");
  const erased = privacy === undefined && !isLost ? people?.result?.forgotten : undefined;
  return {
    from: erased && { print: erased, version: deletionVersion },
    input: (data) =>
      erased === undefined
        ? {}
        : { erasedFile: peopleFiles(dirOf({ resultDir: people!.resultDir! }, data)).forgotten },
  };
};

/**
 * Without these files of its previous build, a dataset does not know when identities were first seen, and
 * what they go back to.
 */
const lost = [
  "identities.parquet",
  "identities.since.parquet",
  "arrivals.parquet",
  "origins.parquet",
  "predecessors.parquet",
];

/** See `FileHistory`. */
const historyOf = (dataset: Dataset, account: Account, data: DataDirectory): FileHistory => {
  const { config, result, resultDir, damagedFiles } = dataset;
  const directories = directoriesRead(config.options, account.ofType("datasets")) ?? [];
  const isIntact = !damagedFiles.some((file) => lost.includes(file));
  const through = isIntact ? result?.arrivals_through : undefined;
  const replaced = directories.flatMap((directory) => account.replacedIn(directory));
  const isSince = ({ replaced_at }: RecordedFile) => replaced_at! > (through ?? 0);
  const moments = [
    ...directories.flatMap((directory) => account.filesIn(directory)).map(({ created_at }) => created_at),
    ...replaced.map(({ replaced_at }) => replaced_at!),
  ];
  return {
    replaced: replaced.filter(isSince).map((file) => ({
      ...uploadedFile(file, data),
      replaced_at: file.replaced_at!,
    })),
    arrivalsThrough: moments.reduce((newest, moment) => Math.max(newest, moment), through ?? 0),
    previous:
      through === undefined || resultDir === null
        ? null
        : { dir: dirOf({ resultDir }, data), through, isIntact: damagedFiles.length === 0 },
    known: through === undefined ? knownBefore(dataset, account, data) : null,
  };
};

/** The people of the account, for a dataset whose own builds do not say yet when identities were first seen. */
const knownBefore = (
  { result, createdAt }: Dataset,
  account: Account,
  data: DataDirectory,
): FileHistory["known"] => {
  const { resultDir = null, damagedFiles = [] } = account.ofType("people")[0] ?? {};
  const isLost = damagedFiles.some((file) => file.startsWith("persons."));
  const before = result === null ? createdAt : null;
  if (resultDir === null || isLost) return null;
  const peopleDir = dirOf({ resultDir }, data);
  const originsFile = damagedFiles.includes("origins.parquet") ? null : peopleFiles(peopleDir).origins;
  return { peopleDir, before, originsFile };
};

/** Replaced files that every dataset of the directory has read are not needed any more. */
const forgetReplacedFiles = async (
  trx: Kysely<Database>,
  accountId: string,
  { options }: Dataset["config"],
  now: EpochMs,
): Promise<void> => {
  if (options.type !== "hosted_csv") return;
  const { listResources } = await import("../../store/resources.js");
  const { forgetReplaced } = await import("../../store/replaced-uploads.js");
  const readers = (await listResources(trx, accountId, "datasets")).filter(
    ({ config, archivedAt }) =>
      archivedAt === null && readsDirectory(config.options, options.upload_directory),
  );
  const until = Math.min(...readers.map(({ result }) => result?.arrivals_through ?? 0));
  await forgetReplaced(trx, { accountId, directory: options.upload_directory, until }, now);
};

/** When a source that was never read, and may have its rows later, is tried again. */
export const firstDue = ({ config, createdAt, result }: Dataset, now: EpochMs): EpochSeconds | null => {
  const { triedAgainMs: every } = sourceOf(config.options);
  if (result !== null || every === undefined) return null;
  const times = Math.max(0, Math.floor((now - createdAt) / every));
  return Math.floor((createdAt + times * every) / 1000);
};

/**
 * The moment up to which rows dated in the future count; null before the first. Such rows are rejected, and
 * once their time has come the file is read again as of that moment. A table or a bucket is due again and
 * again, also after a reading that failed.
 */
export const dueThrough = (result: DatasetResult | null, now: EpochMs): EpochSeconds | null => {
  if (result === null) return null;
  const { next_due: due, due_through: through = null, refresh_seconds: every } = result;
  if (due === null || due * 1000 > now) return through;
  return every === undefined ? due : due + Math.floor((now / 1000 - due) / every) * every;
};
