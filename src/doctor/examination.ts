// Examination of a data directory and its store: everything that could be wrong with them, in the order in
// which to mend it.

import { type Stats, statSync } from "node:fs";
import { access, constants, readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { fileOfUpload, filesOfResult } from "../builds/repair/named-files.js";
import { faultOf } from "../builds/repair/patrol.js";
import type { Db } from "../db/connection.js";
import type { NodeRole } from "../domain/machine/node.js";
import { singular } from "../domain/resource/resource.js";
import { worldTrouble } from "../errors/world.js";
import { readBucketPairing } from "../installation/bucket-identity.js";
import { readPairing } from "../installation/join.js";
import { diskSpace } from "../integrity/disk-space.js";
import type { DamagedFile, NamedFile } from "../integrity/file-guard.js";
import { filesBelow, hashFile } from "../integrity/file-hash.js";
import type { Bucket } from "../objects/bucket.js";
import { objectFaults } from "../objects/object-damage.js";
import { liveNodes } from "../store/nodes.js";
import { listStoredResults, listStoredUploads, type StoredResult } from "../store/stored-files.js";
import { listResumableUploads } from "../store/uploads.js";
import { english } from "../words/format.js";
import { howMany } from "../words/plural.js";
import { type ClusterPatient, examineCluster } from "./cluster.js";
import { type Finding, ok } from "./finding.js";

export interface Examination {
  findings: Finding[];
  damaged: DamagedFile[];
}

export interface Patient {
  db: Db;
  dataDir: string;
  /** Bucket of uploads and results. Absent: they are in the data directory. */
  bucket?: Bucket | undefined;
  /** Absent: there is none. */
  cluster?: ClusterPatient;
  progress(doing: string, fraction: number | null): void;
  signal: AbortSignal;
}

export const examine = async (patient: Patient): Promise<Examination> => {
  const { db } = patient;
  const uploads = await listStoredUploads(db.kysely);
  const results = await listStoredResults(db.kysely);
  const uploadFiles = uploads.map((upload) => fileOfUpload(upload.account_id, upload));
  const resultFiles = results.flatMap(filesOfResult);
  const examined = await examineFiles([...uploadFiles, ...resultFiles], patient);
  const cluster = patient.cluster ? [await examineCluster(patient.cluster)] : [];
  if (!Array.isArray(examined))
    return {
      damaged: [],
      findings: [await examineStore(db), examined, ...(await examineNodes(db)), ...cluster],
    };
  const damaged = examined;
  const isOf = (kind: NamedFile["owner"]["of"]) => damaged.filter(({ file }) => file.owner.of === kind);
  return {
    damaged,
    findings: [
      await examineStore(db),
      await examinePair(patient),
      ...(await examineNodes(db)),
      ...examineUploads(uploads.length, isOf("upload")),
      ...examineResults(results, isOf("result")),
      ...(patient.bucket ? [] : [await examineUnknown(patient, [...uploadFiles, ...resultFiles])]),
      await examinePermissions(patient.dataDir),
      await examineSpace(patient.dataDir),
      ...cluster,
    ],
  };
};

/** The damaged files, or why the bucket cannot say. */
const examineFiles = async (
  files: readonly NamedFile[],
  patient: Patient,
): Promise<DamagedFile[] | Finding> => {
  const { bucket } = patient;
  if (!bucket) return findDamaged(files, patient);
  try {
    return await findDamagedObjects(files, bucket, patient);
  } catch (error) {
    const trouble = worldTrouble(error);
    if (trouble?.code !== "files-unavailable") throw error;
    return {
      check: "bucket",
      state: "broken",
      found: `${bucket.url} cannot be used: ${trouble.params.detail}.`,
      advice:
        "Check the object storage, BELLWETHER_FILES and the credentials. Builds go on by themselves once it answers.",
    };
  }
};

const findDamagedObjects = async (
  files: readonly NamedFile[],
  bucket: Bucket,
  { progress, signal }: Patient,
): Promise<DamagedFile[]> => {
  const damaged: DamagedFile[] = [];
  const accounts = [...new Set(files.map((file) => accountOf(file.path)))];
  for (const [i, accountId] of accounts.entries()) {
    signal.throwIfAborted();
    progress("Listing objects", i / accounts.length);
    const own = files.filter((file) => accountOf(file.path) === accountId);
    damaged.push(...(await objectFaults(bucket, accountId, own)));
  }
  return damaged;
};

/** uploads/<account>/… and relations/<account>/… */
const accountOf = (file: string): string => file.split(path.sep)[1] ?? "";

const findDamaged = async (
  files: readonly NamedFile[],
  { dataDir, progress, signal }: Patient,
): Promise<DamagedFile[]> => {
  const damaged: DamagedFile[] = [];
  for (const [i, file] of files.entries()) {
    signal.throwIfAborted();
    progress("Reading files", i / files.length);
    const full = path.join(dataDir, file.path);
    const fault = await faultOf(full, file.expected, hashFile);
    if (fault) damaged.push({ file, fault });
  }
  return damaged;
};

const examineStore = async ({ kysely, kind }: Db): Promise<Finding> => {
  if (kind === "postgres") return ok("store", "PostgreSQL answers.");
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(kysely);
  const dangling = await sql<object>`pragma foreign_key_check`.execute(kysely);
  const isWhole = rows[0]?.integrity_check === "ok" && dangling.rows.length === 0;
  if (isWhole) return ok("store", "SQLite is intact.");
  return {
    check: "store",
    state: "broken",
    found: `SQLite reports: ${rows[0]?.integrity_check === "ok" ? `${dangling.rows.length} rows that refer to nothing` : rows[0]?.integrity_check}.`,
    advice:
      "Stop the service, and restore the newest backup with bellwether restore --replace: uploads that arrived after it are kept.",
  };
};

const examinePair = async ({ db, dataDir, bucket }: Patient): Promise<Finding> => {
  const { at } = bucket ? await readBucketPairing({ db, bucket }) : await readPairing({ db, dataDir });
  const place = bucket ? bucket.url : "data directory";
  if (at !== "refused") return ok("installation", `Store and ${place} belong together.`);
  return {
    check: "installation",
    state: "broken",
    found: `Store and ${place} do not belong together, so the service does not start.`,
    advice: "bellwether serve says why, and bellwether adopt joins them.",
  };
};

/** With PostgreSQL. */
const examineNodes = async ({ kind, kysely }: Db): Promise<Finding[]> => {
  if (kind === "sqlite") return [];
  const nodes = await liveNodes(kysely);
  if (nodes.length === 0) return [ok("nodes", "None is running.")];
  const named = nodes.map(({ name, role, version }) => `${name} (${roles[role]}, version ${version})`);
  if (nodes.some(({ role }) => role !== "serve")) return [ok("nodes", `Running: ${named.join(", ")}.`)];
  return [
    {
      check: "nodes",
      state: "warning",
      found: `Running: ${named.join(", ")}. None of them builds.`,
      advice: "Start bellwether work with the settings of the service, or a service without --no-builds.",
    },
  ];
};

const roles: Record<NodeRole, string> = {
  all: "serves and builds",
  serve: "serves",
  work: "builds",
};

const examineUploads = (count: number, damaged: readonly DamagedFile[]): Finding[] =>
  damaged.length === 0
    ? [ok("uploads", `All are as they arrived (${howMany(count, "upload")}).`)]
    : damaged.map(({ file, fault }) => ({
        check: "uploads",
        state: "broken",
        found: `${nameOf(file)} ${faults[fault]}.`,
        advice: "It cannot be made again: upload it again.",
      }));

const nameOf = ({ owner, path: file }: NamedFile): string =>
  owner.of === "upload" ? `${owner.directory}/${owner.filename} (account ${owner.accountId})` : file;

const faults = {
  missing: "is missing",
  unreadable: "cannot be read: the disk may be failing",
  size: "has another size than when it was complete",
  content: "has another content than when it was complete",
};

const examineResults = (results: readonly StoredResult[], damaged: readonly DamagedFile[]): Finding[] => {
  const waiting = results.filter(({ damagedFiles }) => damagedFiles.length > 0);
  const findings = results.flatMap((result): Finding[] => {
    const own = damaged.filter(
      ({ file }) => file.owner.of === "result" && file.owner.resourceId === result.id,
    );
    return own.length > 0 ? [resultFinding(result, own)] : [];
  });
  const known =
    waiting.length > 0 ? `; ${english.count(waiting.length)} damaged ones are being built again` : "";
  if (findings.length > 0) return findings;
  return [ok("results", `All are as they were built (${howMany(results.length, "result")}${known}).`)];
};

const resultFinding = (
  { type, name, isArchived }: StoredResult,
  damaged: readonly DamagedFile[],
): Finding => {
  const [first] = damaged;
  const others = damaged.length > 1 ? `, and ${english.count(damaged.length - 1)} other files` : "";
  return {
    check: "results",
    state: "repairable",
    found: `${singular[type]} ${name}: ${first!.file.path} ${faults[first!.fault]}${others}.`,
    advice: isArchived
      ? "bellwether doctor --repair has it built again once it is unarchived."
      : "bellwether doctor --repair has it built again.",
  };
};

/**
 * Files below uploads and relations that the store does not name. The sweep removes what was replaced, and
 * keeps the rest.
 */
const examineUnknown = async ({ db, dataDir }: Patient, named: readonly NamedFile[]): Promise<Finding> => {
  const arriving = await listResumableUploads(db.kysely);
  const discards = await db.kysely.selectFrom("discard").select("path").execute();
  const known = [...named, ...arriving, ...discards].map((each) => each.path);
  const files = new Set(known);
  const dirs = new Set(known.filter((each) => each.startsWith("relations")).map(firstFour));
  const unknown: string[] = [];
  for (const root of ["uploads", "relations"])
    for (const below of await filesBelow(path.join(dataDir, root)).catch(() => [])) {
      const file = path.join(root, below);
      if (!files.has(file) && !dirs.has(firstFour(file))) unknown.push(file);
    }
  if (unknown.length === 0) return ok("unknown files", "Every file is one that the store names.");
  return {
    check: "unknown files",
    state: "warning",
    found: `The store does not name ${howMany(unknown.length, "file")}, such as ${unknown[0]}.`,
    advice:
      "Most often they were just replaced, and the service removes them by itself. After a restore they may be of later builds.",
  };
};

/** relations/<account>/<resource>/<build> */
const firstFour = (file: string): string => file.split(path.sep).slice(0, 4).join(path.sep);

const secretFiles = ["bellwether.sqlite", "sealing.key"];

const examinePermissions = async (dataDir: string): Promise<Finding> => {
  const isWritable = await access(dataDir, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable)
    return {
      check: "permissions",
      state: "broken",
      found: `${dataDir} cannot be written by this user.`,
      advice: "Run the service and this command as the user who owns the directory.",
    };
  const names = await readdir(dataDir);
  const open = secretFiles.filter(
    (name) => names.includes(name) && isOpenToOthers(statSync(path.join(dataDir, name))),
  );
  if (open.length === 0)
    return ok("permissions", "The directory can be written, and secrets are the owner's alone.");
  return {
    check: "permissions",
    state: "warning",
    found: `Other users of this machine can read ${open.join(" and ")}.`,
    advice: `chmod 600 ${open.map((name) => path.join(dataDir, name)).join(" ")}`,
  };
};

const isOpenToOthers = ({ mode }: Stats): boolean => (mode & 0o077) !== 0;

const scarceBytes = 1_000_000_000;

const examineSpace = async (dataDir: string): Promise<Finding> => {
  const { freeBytes } = await diskSpace(dataDir);
  const found = `${english.bytes(freeBytes)} are free.`;
  if (freeBytes >= scarceBytes) return ok("disk", found);
  return {
    check: "disk",
    state: "warning",
    found,
    advice: "Builds wait while the disk is full: free some space.",
  };
};
