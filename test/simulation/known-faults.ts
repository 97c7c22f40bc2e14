// Faults of before, as changes of the compiled program that take a mend back: a simulation that finds them is
// one that sees. A change names the text that it replaces, so that it is missed when the program changes.

export interface KnownFault {
  name: string;
  /** What the program does with it. */
  about: string;
  /** Whether a few dozen seeds find it. Others take more, or cannot be seen: see docs/decisions/0123-simulation.md. */
  isFound: boolean;
  /** How many nodes it takes, if more than one. */
  nodes?: number;
  edits: readonly { file: string; take: string; give: string }[];
}

const edit = (file: string, take: string, give: string) => ({ file: `src/${file}.js`, take, give });

export const knownFaults: readonly KnownFault[] = [
  {
    name: "commit-bytes",
    about: "acknowledges a change before its commit is on the disk",
    isFound: true,
    edits: [edit("db/flushed-commits", "await this.log.datasync();", "")],
  },
  {
    name: "upload-bytes",
    about: "acknowledges an upload before its bytes are on the disk",
    isFound: true,
    edits: [edit("http/uploads/receive", "createWriteStream({ flush: true })", "createWriteStream({})")],
  },
  {
    name: "upload-name",
    about: "acknowledges an upload before its name is on the disk",
    isFound: true,
    edits: [edit("http/uploads/receive", "await sync(path.dirname(path.join(dataDir, kept)));", "")],
  },
  {
    name: "upload-leftover",
    about: "leaves the temporary file of an upload that was cut off",
    isFound: true,
    edits: [edit("http/uploads/receive", "await rm(temporary, { force: true });", "")],
  },
  {
    name: "result-bytes",
    about: "records a result before its bytes are on the disk",
    isFound: false,
    edits: [
      edit("builds/execute/data-directory", "await sync(path.join(entry.parentPath, entry.name));", ""),
    ],
  },
  {
    name: "result-name",
    about: "records a result before its directory is on the disk",
    isFound: false,
    edits: [edit("builds/execute/data-directory", "await sync(path.dirname(to));", "")],
  },
  {
    name: "event-bytes",
    about: "acknowledges events before they are on the disk",
    isFound: true,
    edits: [edit("http/events/event-log", "O_EXCL | O_DSYNC", "O_EXCL")],
  },
  {
    name: "event-name",
    about: "acknowledges events before the name of their log is on the disk",
    isFound: false,
    edits: [edit("http/events/event-log", "await sync(dir).catch(", "await Promise.resolve().catch(")],
  },
  {
    name: "event-remains",
    about: "leaves the bytes of a failed write in the log of events",
    isFound: false,
    edits: [edit("http/events/event-log", "await this.cutBack();", "")],
  },
  {
    name: "event-left",
    about: "does not take up the events that a killed process left",
    isFound: true,
    edits: [edit("http/events/events", "await this.takeUp().catch(", "await Promise.resolve().catch(")],
  },
  {
    name: "event-short",
    about: "takes a short write of events for a whole one",
    isFound: true,
    edits: [edit("http/events/event-log", "written += bytesWritten;", "written = bytes.length;")],
  },
  {
    name: "job-left",
    about: "does not take up the jobs that a killed process left",
    isFound: true,
    edits: [
      edit("main", 'queue.requeueMine(db.kind === "sqlite" ? "" : ownerPrefix)', "Promise.resolve()"),
      edit("queue/claim", "expired.lease_until <=", "1 = 0 and expired.lease_until <="),
    ],
  },
  {
    name: "job-fence",
    about: "lets a worker that lost its lease record its result",
    isFound: false,
    nodes: 2,
    edits: [
      edit("queue/queue", " and lease_owner =", " and '' <>"),
      edit("queue/queue", " and attempt =", " and 0 <>"),
    ],
  },
  {
    name: "work-left",
    about: "leaves the directories of killed builds",
    isFound: true,
    edits: [edit("main", "await clearWork(dataDir, () => otherNodes(db, config.node));", "")],
  },
  {
    name: "repeated-request",
    about: "carries a request out again that is repeated with its key",
    isFound: true,
    edits: [edit("store/idempotency", "if (numInsertedOrUpdatedRows === 1n)", "if (true)")],
  },
  {
    name: "entry-order",
    about: "sends entries of the audit log in any order",
    isFound: true,
    edits: [edit("notify/webhook-courier", "await isBehind(options, job, delivery)", "false")],
  },
  {
    name: "refused-message",
    about: "takes a message for delivered that was refused",
    isFound: true,
    edits: [edit("notify/webhook-courier", "if (status < 200 || status > 299)", "if (false)")],
  },
  {
    name: "moved-clock",
    about: "lets jobs wait for a clock that was moved back",
    isFound: false,
    edits: [
      edit("builds/execute/housekeeper", "await this.each([() => this.options.queue.clockMoved(byMs)]);", ""),
    ],
  },
  {
    name: "full-disk",
    about: "takes a full disk for a fault of the build",
    isFound: true,
    // What has no code is known by its text, and what has one as well.
    edits: [
      edit("errors/world", 'ENOSPC: "disk-full",', ""),
      edit("errors/world", "no space left on device|database or disk is full", "database or disk is full"),
    ],
  },
  {
    name: "failing-disk",
    about: "takes a failing disk for a fault of the build",
    isFound: true,
    edits: [edit("errors/world", 'EIO: "disk-failing",', ""), edit("errors/world", "|\\bi\\/o error", "")],
  },
  {
    name: "rolled-back",
    about: "hides why a transaction failed, because it is rolled back twice",
    isFound: false,
    edits: [edit("db/sqlite", "if (!/no transaction is active/.test(String(error)))", "if (true)")],
  },
  {
    name: "unplanned-change",
    about: "does not plan in the transaction of a change",
    isFound: true,
    edits: [edit("http/change", "await reconcile(trx, accountId, now);", "")],
  },
  {
    name: "removed-early",
    about: "removes replaced files that a build still reads",
    isFound: false,
    edits: [
      edit("builds/execute/sweep", "const discardAfterMs = 1 * minutes;", "const discardAfterMs = 0;"),
      edit("builds/execute/sweep", "used.has(name) || reads.includes(name) ||", "used.has(name) ||"),
    ],
  },
  {
    name: "identity-bytes",
    about: "does not flush the file that says which store a directory belongs to",
    isFound: true,
    edits: [edit("installation/identity-file", "await handle.sync();", "")],
  },
  {
    name: "key-bytes",
    about: "does not flush the key that seals secrets",
    isFound: false,
    edits: [
      edit(
        "store/secrets",
        'randomBytes(keyBytes), { mode: 0o600, flag: "wx", flush: true }',
        'randomBytes(keyBytes), { mode: 0o600, flag: "wx" }',
      ),
    ],
  },
  {
    name: "lease-clock",
    about: "measures leases by the clocks of the nodes",
    isFound: true,
    nodes: 2,
    edits: [edit("db/shared-clock", 'kind === "postgres" ? serverMs : ownMs(clock())', "ownMs(clock())")],
  },
  {
    name: "claimed-twice",
    about: "lets two nodes claim one job at the same time",
    isFound: false,
    nodes: 2,
    edits: [edit("queue/claim", "for update of candidate skip locked", "")],
  },
  {
    name: "jobs-of-others",
    about: "puts the jobs of all nodes back into the queue when one starts",
    isFound: false,
    nodes: 2,
    edits: [
      edit("main", 'queue.requeueMine(db.kind === "sqlite" ? "" : ownerPrefix)', 'queue.requeueMine("")'),
    ],
  },
  {
    name: "lost-commit",
    about: "takes a commit for done whose connection broke",
    isFound: false,
    nodes: 2,
    edits: [edit("db/transaction", "if (!(await isCommitted(kysely, marker)))", "if (false)")],
  },
  {
    name: "account-lock",
    about: "lets two nodes change an account at the same time",
    isFound: false,
    nodes: 2,
    edits: [
      edit(
        "db/transaction",
        "if (!isPostgres(db) || locked?.has(accountId))",
        "if (accountId !== undefined)",
      ),
    ],
  },
  {
    name: "logs-of-others",
    about: "takes up the events of nodes that live",
    isFound: false,
    nodes: 2,
    edits: [
      edit(
        "main",
        "liveNodes: async () => (await liveNodes(db.kysely)).map(({ name }) => name),",
        "liveNodes: async () => [],",
      ),
    ],
  },
  {
    name: "work-of-others",
    about: "clears the working directories of nodes that live",
    isFound: false,
    nodes: 2,
    edits: [
      edit(
        "main",
        "await clearWork(dataDir, () => otherNodes(db, config.node));",
        "await clearWork(dataDir, async () => []);",
      ),
    ],
  },
];

/** Text of a module with the fault. Throws if the program has changed. */
export const withFault = ({ name, edits }: KnownFault, file: string, source: string): string => {
  let text = source;
  for (const { file: of, take, give } of edits) {
    if (!file.endsWith(`/dist/${of}`)) continue;
    if (!text.includes(take)) throw new Error(`${name}: ${of} has no ${take}`);
    text = text.replace(take, () => give);
  }
  return text;
};
