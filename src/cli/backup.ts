// The `bellwether backup` command: a backup of store and data directory, while the service runs.

import path from "node:path";
import { backUp } from "../backup/backup.js";
import type { Manifest } from "../backup/manifest.js";
import { programVersion } from "../config/version.js";
import { english } from "../words/format.js";
import { howMany } from "../words/plural.js";
import { command } from "./command.js";
import { Damaged, UsageError } from "./exit.js";
import { openLocalStore, readLocalConfig, requireNoBucket } from "./local-store.js";
import { createScreen } from "./terminal.js";

export const backup = command({
  usage: "backup PLACE",
  text: `Makes a backup of the store (BELLWETHER_DATA or DATABASE_URL) and of the data directory as one, in a new directory
PLACE/<time>. The service may be running. Files that the newest backup in PLACE has are compared and linked, so further
backups take little space; each can be deleted without the others. A backup holds customer data and, if connections have
passwords, the key that decrypts them (sealing.key): only its owner can read it; keep it as safe as the service.`,
  options: {},
  operands: [1, 1],
  async run({ operands: [to = ""] }, { out, err, environment, signal }) {
    requireNoBucket(readLocalConfig(environment), "backup");
    const { config, db } = await openLocalStore(environment);
    const screen = createScreen(err);
    const place = path.resolve(to);
    if (isWithin(place, config.dataDir))
      throw new UsageError(`${place} is in the data directory. Choose a place on another disk.`);
    try {
      const made = await backUp({
        db,
        dataDir: config.dataDir,
        place,
        program: programVersion(),
        now: new Date(),
        signal,
        progress: (doing, fraction) => screen.progress(doing, fraction),
      });
      const { files, damaged } = made.manifest;
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      screen.say(
        `Backed up ${howMany(files.length, "file")} (${english.bytes(bytes)}, of which ${english.bytes(made.linkedBytes)} from the backup before).`,
      );
      out.write(`${made.dir}\n`);
      requireComplete(damaged);
    } finally {
      await db.close();
    }
  },
});

const isWithin = (dir: string, parent: string): boolean => !path.relative(parent, dir).startsWith("..");

const requireComplete = (damaged: Manifest["damaged"]): void => {
  if (damaged.length === 0) return;
  const list = damaged.slice(0, 10).map((file) => `  ${file}`);
  throw new Damaged(
    `The backup lacks ${howMany(damaged.length, "file")} with damage in the data directory. Run bellwether doctor.\n${list.join("\n")}`,
  );
};
