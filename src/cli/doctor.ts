// The `bellwether doctor` command: examines a data directory and its store and, if asked to, has damaged
// results built again.

import { workRoot } from "../builds/execute/data-directory.js";
import { reportDamage, reportMended } from "../builds/repair/damage.js";
import { fileOfUpload } from "../builds/repair/named-files.js";
import { filesDirOf } from "../config/files-place.js";
import type { Db } from "../db/connection.js";
import { type Examination, examine } from "../doctor/examination.js";
import type { Finding, State } from "../doctor/finding.js";
import { createQueue } from "../queue/queue.js";
import { listStoredUploads } from "../store/stored-files.js";
import { command } from "./command.js";
import { Damaged } from "./exit.js";
import { openLocalBucket, openLocalStore } from "./local-store.js";
import { createScreen, type Output, type Screen } from "./terminal.js";

export const doctor = command({
  usage: "doctor [--repair] [--json]",
  text: `Examines the store and the data directory (BELLWETHER_DATA, DATABASE_URL): the store itself, the size and hash of every
upload and of every file of a result, files that nobody knows, permissions and space. Of files in a bucket (BELLWETHER_FILES) it compares the sizes. A cluster (BELLWETHER_SPARK_URL) is asked to copy
a small file. The service may be running. Without --repair nothing is changed.`,
  options: {
    repair: {
      type: "boolean",
      text: "Have damaged results built again, by the running service or at its next start. Damaged uploads are marked: the datasets that read them say which file to upload again.",
    },
    json: { type: "boolean", text: "Print the findings as JSON." },
  },
  operands: [0, 0],
  async run({ values }, { out, err, environment, signal }) {
    const { config, db } = await openLocalStore(environment);
    const screen = createScreen(err);
    const bucket = await openLocalBucket(config);
    try {
      const examination = await examine({
        db,
        dataDir: config.dataDir,
        bucket,
        signal,
        ...(config.sparkUrl !== undefined && {
          cluster: clusterOf(config.sparkUrl, filesDirOf(config)),
        }),
        progress: (doing, fraction) => screen.progress(doing, fraction),
      });
      if (values.repair) await repair(db, examination, screen);
      if (values.json) out.write(`${JSON.stringify({ findings: examination.findings }, null, 2)}\n`);
      else print(examination.findings, out);
      conclude(examination.findings, values.repair ?? false, screen);
    } finally {
      bucket?.close();
      await db.close();
    }
  },
});

const clusterOf = (url: string, sharedDir: string) => ({ url, sharedDir, workDir: workRoot(sharedDir) });

const repair = async (db: Db, { damaged }: Examination, screen: Screen): Promise<void> => {
  const clock = Date.now;
  const log = { warn: () => {}, error: () => {} };
  const queue = createQueue({ db, owner: `doctor ${process.pid}`, leaseMs: 0, clock });
  const options = { db, queue, clock, log };
  await reportDamage(options, damaged);
  const broken = new Set(damaged.map(({ file }) => file.path));
  for (const upload of await listStoredUploads(db.kysely))
    if (upload.damaged_at !== null && !broken.has(upload.path))
      await reportMended(options, fileOfUpload(upload.account_id, upload));
  if (damaged.length > 0) screen.say("Marked what is damaged; the service builds again what it can.");
};

const words: Record<State, string> = {
  ok: "ok",
  warning: "look",
  repairable: "repairable",
  broken: "broken",
};

const print = (findings: readonly Finding[], out: Output): void => {
  for (const { check, state, found, advice } of findings) {
    out.write(`${words[state].padEnd(11)}${check.padEnd(15)}${found}\n`);
    if (advice !== "") out.write(`${" ".repeat(26)}${advice}\n`);
  }
};

/** Throws unless everything is well. */
const conclude = (findings: readonly Finding[], isRepaired: boolean, screen: Screen): void => {
  const count = (state: State) => findings.filter((finding) => finding.state === state).length;
  const [broken, repairable] = [count("broken"), count("repairable")];
  if (broken === 0 && (repairable === 0 || isRepaired)) {
    screen.say(repairable > 0 ? "What is damaged is being built again." : "Everything is well.");
    return;
  }
  const parts = [
    ...(repairable > 0 && !isRepaired
      ? [`${repairable} can be repaired: run bellwether doctor --repair.`]
      : []),
    ...(broken > 0 ? [`${broken} cannot be repaired: do what the advice says.`] : []),
  ];
  throw new Damaged(parts.join(" "));
};
