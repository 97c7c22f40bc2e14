// Tool client: what an assistant's tools reach of an account as long as the user has not allowed deletions.
// It reads, adds, and changes nothing that was there before, whatever a tool was asked for: names and texts
// of an account can ask an assistant for anything.

import type { Client } from "../client.js";
import { UsageError } from "../exit.js";
import { listRecords } from "../resources/find.js";
import { typeAt } from "../resources/types.js";

/** Bodies to these add a record, or are previews that store nothing. */
const added = new Set([
  "/cohorts",
  "/outcomes",
  "/scopes",
  "/suggestions",
  "/cohorts/preview",
  "/outcomes/preview",
]);

/** Fields of a dataset that may be set: a privacy list would take people out of all others. */
const datasetFields = [
  "identity_sets",
  "output_to_streams",
  "output_to_traits",
  "upsert_columns",
  "reference_key_columns",
  "options",
];
const addedDataset = new Set(["name", "preview", ...datasetFields]);

/** Refuses with `UsageError` whatever replaces, deletes or narrows something. */
export const toolClient = (client: Client): Client => ({
  get: client.get,
  download: client.download,
  absolute: client.absolute,
  async post(path, body) {
    if (path === "/datasets") checkFields(body);
    else if (!added.has(path)) throw notAdding();
    return client.post(path, body);
  },
  async patch(path, body) {
    if (!/^\/datasets\/[^/?]+$/.test(path)) throw notAdding();
    checkFields(body);
    const { name, preview } = await client.get<{ name: string; preview?: boolean }>(path);
    if (preview !== true) throw new UsageError(`${name} is not a preview: it exists already.`);
    return client.patch(path, body);
  },
  delete: () => Promise.reject(notAdding()),
  upload: () => Promise.reject(notAdding()),
  async send(method, path, content) {
    const directory = /^\/uploads\/([^/?]+)\/[^/?]+$/.exec(path)?.[1];
    if (method === "POST" && directory !== undefined)
      await checkUnused(client, decodeURIComponent(directory));
    else if (method !== "GET") throw notAdding();
    return client.send(method, path, content);
  },
});

const checkFields = (body: object): void => {
  const others = Object.keys(body).filter((field) => !addedDataset.has(field));
  if (others.length > 0)
    throw new UsageError(
      `${others.join(", ")} cannot be set by an assistant, because it could take something away. The user can set it in the console.`,
    );
};

/** A file in a directory that is in use replaces one of its name, or changes a dataset. */
const checkUnused = async (client: Client, directory: string): Promise<void> => {
  const files = await client.get<object[]>(`/uploads?directory=${encodeURIComponent(directory)}&limit=1`);
  const datasets = await listRecords(client, typeAt("datasets"));
  const isRead = datasets.some(
    ({ options }) => (options as { upload_directory?: string } | undefined)?.upload_directory === directory,
  );
  if (files.length > 0 || isRead)
    throw new UsageError(
      `The upload directory ${directory} is in use, and a file in it could replace another. Choose another directory, or ask the user to upload the file.`,
    );
};

const notAdding = (): UsageError =>
  new UsageError(
    "This server adds, and changes nothing that is there. The user can start it with --allow-deletes.",
  );
