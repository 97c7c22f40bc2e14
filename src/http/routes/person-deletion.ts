// Deletion of a person from everything, on their own request. It adds a file to the account's list of such requests;
// the builds after it take the person out, and the list's receipt says what was built again and when.

import { rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import {
  contactsOf,
  type DeletionContact,
  deletionDirectory,
  deletionFile,
  deletionList,
} from "../../domain/people/deletion.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { listResources } from "../../store/resources.js";
import { keepWithinStorage, Storage } from "../account-limits.js";
import { audit } from "../audit.js";
import { change } from "../change.js";
import type { AppOptions } from "../options.js";
import { parseDataset } from "../resources/dataset.js";
import { isoMs } from "../resources/record.js";
import { personDeletion, personParams } from "../schemas/people.js";
import { receiveFile, recordUpload } from "../uploads/receive.js";
import { datasetKind } from "./datasets.js";
import { personErrors } from "./people.js";
import { createResource } from "./resource.js";

export const personDeletionRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { dataDir, cache, limits, clock, inspect } = options;
  const storage = new Storage(options);

  app.post<{ Params: { id: string } }>(
    "/people/:id/deletion",
    {
      schema: {
        operationId: "deletePerson",
        summary: "Delete a person from everything",
        description:
          "Adds the person to the account's list of deletion requests, a dataset with `privacy: delete`, by those of their customer IDs, e-mail addresses and telephone numbers that nobody else has. The next builds read every dataset without their rows. " +
          "GET /datasets/{id}/analysis/privacy of the list is the receipt: what was built again, which uploads still hold their rows, and when the last of them was gone.",
        tags: ["people"],
        params: personParams,
        refuses: [...personErrors, "person-shares-contacts", "storage-full", "uploads-too-many"],
        response: { 202: personDeletion },
      },
    },
    async (request, reply) => {
      const accountId = request.account.id;
      const person = await inspect(accountId, "person", { id: request.params.id });
      if (!person) throw refuse("resource-unknown", { type: "person", id: request.params.id });
      const contacts = await ownContacts(accountId, contactsOf(person.records));
      if (contacts.length === 0) throw refuse("person-shares-contacts");
      const filename = `${isoMs(clock())!.slice(0, 10)}-${person.id}.csv`;
      const place = { dataDir, cache, accountId, directory: deletionDirectory, filename };
      const room = await storage.take(accountId, 0);
      const text = deletionFile(contacts);
      const file = await receiveFile(
        Readable.from([Buffer.from(text)]),
        place,
        limits.uploadBytes,
        room.grow,
      );
      try {
        const made = await change(options, accountId, async (trx, now) => {
          await keepWithinStorage(trx, accountId, limits, () => recordUpload(trx, place, file, now));
          const list = await listOf(trx, request as FastifyRequest, now);
          await audit(
            trx,
            request as FastifyRequest,
            {
              action: "delete_person",
              subject: { type: "people", id: person.id },
              changes: [`${person.recordCount} records`, `${contacts.length} contacts`],
            },
            now,
          );
          return { list, now };
        });
        return reply.code(202).send({
          dataset_id: made.list,
          file: filename,
          contact_count: contacts.length,
          record_count: person.recordCount,
          requested_at: isoMs(made.now),
        });
      } catch (error) {
        await rm(path.join(dataDir, file.path), { force: true });
        throw error;
      } finally {
        room.leave(false);
      }
    },
  );

  /** Those that find nobody else: whoever shares one would go too. */
  const ownContacts = async (
    accountId: string,
    contacts: readonly DeletionContact[],
  ): Promise<DeletionContact[]> => {
    const own: DeletionContact[] = [];
    for (const contact of contacts)
      if ((await inspect(accountId, "people", contact.search)).length <= 1) own.push(contact);
    return own;
  };
};

/** The id of the account's list, which the first request makes. */
const listOf = async (trx: Kysely<Database>, request: FastifyRequest, now: EpochMs): Promise<string> => {
  const datasets = await listResources(trx, request.account.id, "datasets");
  const list = datasets.find(
    ({ config: { privacy, options }, archivedAt }) =>
      archivedAt === null &&
      privacy === "delete" &&
      options.type === "hosted_csv" &&
      options.upload_directory === deletionDirectory,
  );
  if (list) return list.id;
  const draft = parseDataset(structuredClone(deletionList) as never);
  return (await createResource(trx, request, datasetKind, draft, now)).id;
};
