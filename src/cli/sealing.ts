// The `bellwether sealing` command: replaces the key that seals passwords and keys of connections, secrets of identity
// providers and of authenticator apps, while the service runs.

import { setTimeout as sleep } from "node:timers/promises";
import { filesDirOf } from "../config/files-place.js";
import { type Resealed, resealAll } from "../store/sealed.js";
import { addSealingKey, dropOldSealingKeys, sealingKey } from "../store/secrets.js";
import { howMany } from "../words/plural.js";
import { type Command, command, type Group } from "./command.js";
import { Damaged } from "./exit.js";
import { openLocalStore, requireNoBucket } from "./local-store.js";
import { createScreen } from "./terminal.js";

/** Whoever read the old key before the new one was there has stored by then what they sealed under it. */
const settleMs = 2_000;

const rotate: Command = command({
  usage: "sealing rotate",
  text: `Makes a new sealing key, seals all secrets of the store (BELLWETHER_DATA or DATABASE_URL) under it, and removes the old one. The
service may be running. Interrupted, run it again. With BELLWETHER_SEALING_KEY_COMMAND it seals them under the first key that the command prints; let
the command print the new key before the old one, and restart the service, first.`,
  options: {},
  operands: [0, 0],
  async run(_given, { environment, err }) {
    const { config, db } = await openLocalStore(environment);
    const screen = createScreen(err);
    try {
      const keyCommand = config.sealingKeyCommand;
      if (keyCommand === undefined) requireNoBucket(config, "sealing rotate");
      const dir = filesDirOf(config);
      if (keyCommand === undefined) addSealingKey(dir);
      const first = await resealAll(db.kysely, sealingKey(dir, keyCommand));
      await sleep(settleMs);
      const second = await resealAll(db.kysely, sealingKey(dir, keyCommand));
      requireAll(second);
      if (keyCommand === undefined) dropOldSealingKeys(dir);
      screen.say(
        `Sealed ${howMany(first.resealed + second.resealed, "secret")} under the new key. ${keyCommand === undefined ? "The old one is removed; backups keep it." : "The command need not print the old one any more."}`,
      );
    } finally {
      await db.close();
    }
  },
});

const requireAll = ({ lost }: Resealed): void => {
  if (lost.length === 0) return;
  throw new Damaged(
    `No key opens the secrets of these, and the old key was kept. Enter them again, and run the command once more.\n${lost.map((place) => `  ${place}`).join("\n")}`,
  );
};

export const sealing: Group = {
  text: "The key that seals secrets in the store, on the service's machine.",
  verbs: { rotate },
};
