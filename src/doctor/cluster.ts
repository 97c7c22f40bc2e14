// Examination of the Spark cluster: whether it answers, what it is, and whether its workers see the shared directory.

import { randomUUID } from "node:crypto";
import path from "node:path";
import { parseClusterAddress } from "../domain/machine/cluster-address.js";
import { Refusal } from "../errors/refusal.js";
import { probeCluster } from "../warehouse/cluster/probe.js";
import { english } from "../words/format.js";
import { type Finding, ok } from "./finding.js";

export interface ClusterPatient {
  /** sc://… */
  url: string;
  /** Must be under the same path on all machines of the cluster. */
  sharedDir: string;
  /** A directory in it for passing files. */
  workDir: string;
}

const check = "cluster";

export const examineCluster = async ({ url, sharedDir, workDir }: ClusterPatient): Promise<Finding> => {
  const place = placeOf(url);
  try {
    const { version, aheadMs } = await probeCluster(url, path.join(workDir, `probe-${randomUUID()}`));
    return ageOf(version, place) ?? clockOf(aheadMs, place) ?? well(version, place, sharedDir);
  } catch (error) {
    if (!(error instanceof Refusal))
      return broken(`${place} refused a session: ${firstLine(error)}`, refused);
    if (error.code === "cluster-unavailable") return broken(`${place} does not answer.`, unavailable);
    if (error.code === "cluster-refused") return broken(`${place} refused the sign-in.`, signIn);
    return broken(
      `The workers of ${place} and this machine do not see the same files in ${sharedDir}.`,
      apart,
    );
  }
};

const unavailable =
  "Start the Connect server, and check BELLWETHER_SPARK_URL and the network. Builds that need it wait, and go on by themselves.";
const signIn = "Renew the token in BELLWETHER_SPARK_URL, and restart the service.";
const apart =
  "Mount the directory on all machines of the cluster, under the same path, readable and writable for the user that Spark runs as.";
const refused = "Check that BELLWETHER_SPARK_URL names a Spark Connect server of Spark 4.";

/** Without the token. */
const placeOf = (url: string): string => {
  const { host } = new URL(parseClusterAddress(url)!.origin);
  return `sc://${host}`;
};

const broken = (found: string, advice: string): Finding => ({ check, state: "broken", found, advice });
const warning = (found: string, advice: string): Finding => ({ check, state: "warning", found, advice });

const oldestMajor = 4;

const ageOf = (version: string, place: string): Finding | undefined =>
  Number.parseInt(version, 10) >= oldestMajor
    ? undefined
    : warning(
        `${place} answers as version ${version}, which is not a Spark ${oldestMajor}.`,
        `Use Spark ${oldestMajor} or newer: results were compared with those of Spark 4.3.`,
      );

const tolerableMs = 60_000;

const clockOf = (aheadMs: number, place: string): Finding | undefined => {
  if (Math.abs(aheadMs) < tolerableMs) return undefined;
  const seconds = english.count(Math.round(Math.abs(aheadMs) / 1000));
  return warning(
    `The clock of ${place} is ${seconds} seconds ${aheadMs > 0 ? "ahead of" : "behind"} this machine's.`,
    "Have both set their clocks by NTP: tokens and the times of a lake's versions depend on them.",
  );
};

const well = (version: string, place: string, sharedDir: string): Finding =>
  ok(check, `Spark ${version.split(" ")[0]} answers at ${place}, and its workers see ${sharedDir}.`);

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0]!;
