// The `bellwether restore` command: puts a backup in the place of a data directory and its store.

import path from "node:path";
import { findBackup } from "../backup/manifest.js";
import { NotEmpty, type Restored, restore as restoreBackup } from "../backup/restore.js";
import { english } from "../words/format.js";
import { howMany } from "../words/plural.js";
import { command } from "./command.js";
import { UsageError } from "./exit.js";
import { readLocalConfig, requireNoBucket } from "./local-store.js";
import { createScreen } from "./terminal.js";

export const restore = command({
  usage: "restore BACKUP [--replace]",
  text: `Restores a backup, or the newest in a directory of backups, into BELLWETHER_DATA and, if it is set, DATABASE_URL: a
backup of one kind of store can be restored into the other. Stop the service first. Every file of the backup is verified
before anything is changed. API keys, sessions and passwords are those of the backup.`,
  options: {
    replace: {
      type: "boolean",
      text: "Restore into a directory that is not empty. The present store and results move to replaced/ in it. Uploads that arrived after the backup are kept.",
    },
  },
  operands: [1, 1],
  async run({ operands: [from = ""], values }, { out, err, environment, signal }) {
    const config = readLocalConfig(environment);
    requireNoBucket(config, "restore");
    const { dataDir, databaseUrl } = config;
    const backup = await findBackup(path.resolve(from));
    if (backup === null) throw new UsageError(`There is no backup in ${path.resolve(from)}.`);
    const screen = createScreen(err);
    screen.say(`Restoring ${backup} into ${dataDir}.`);
    const restored = await restoreBackup({
      backup,
      dataDir,
      databaseUrl,
      mayReplace: values.replace ?? false,
      now: new Date(),
      signal,
      progress: (doing, fraction) => screen.progress(doing, fraction),
    }).catch((error) => {
      throw error instanceof NotEmpty ? new UsageError(notEmpty(error.message)) : error;
    });
    out.write(said(restored));
  },
});

const notEmpty = (place: string): string =>
  `${place} is not empty, so nothing was changed. Restore into an empty directory, or add --replace: the present store and results move to replaced/ in the data directory, and uploads that arrived after the backup are kept.`;

const said = ({ manifest, counts, registered, foreign, replaced }: Restored): string => {
  const lines = [
    `Restored the backup of ${manifest.created_at}: ${howMany(counts.accounts, "account")}, ${howMany(counts.uploads, "upload")} and ${howMany(counts.results, "result")}.`,
    ...(registered.length > 0
      ? [
          `Kept ${howMany(registered.length, "upload")} that arrived after the backup:`,
          ...registered.map(uploadLine),
        ]
      : []),
    ...(foreign.length > 0
      ? [
          `Accounts that the backup does not have own ${howMany(foreign.length, "upload")}. Upload again with bellwether upload what you need:`,
          ...foreign.map((file) => `  ${path.join(replaced ?? "", file)}`),
        ]
      : []),
    ...(manifest.damaged.length > 0
      ? [
          `${howMany(manifest.damaged.length, "file")} could not be backed up, because of damage. Run bellwether doctor --repair after the start.`,
        ]
      : []),
    ...(replaced === null
      ? []
      : [`The former store and results are in ${replaced}; delete it when you no longer need it.`]),
    "Start the service with bellwether serve.",
  ];
  return `${lines.join("\n")}\n`;
};

const uploadLine = ({ directory, filename, bytes }: Restored["registered"][number]): string =>
  `  ${directory}/${filename} (${english.bytes(bytes)})`;
