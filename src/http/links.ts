// Links in answers: the URL of the API, and signed links that replace the key for browsers and spreadsheets.

import type { FastifyRequest } from "fastify";
import { verifyLink } from "../delivery/links.js";
import { type ResourceType, singular } from "../domain/resource.js";
import { refuse } from "../errors/refusal.js";
import { findById, findResource, type Resource } from "../store/resources.js";
import { authenticate } from "./auth.js";
import type { AppOptions } from "./options.js";

export type LinkRequest = { Params: { id: string }; Querystring: { signature?: string } };

/** Throws `link-invalid`, `resource-unknown`, or an error of `authenticate`. */
export const requireByLink = async <T extends ResourceType>(
  request: FastifyRequest<LinkRequest>,
  options: AppOptions,
  linkSecret: string,
  type: T,
): Promise<Resource<T>> => {
  const { id } = request.params;
  const { signature } = request.query;
  const db = options.db.kysely;
  if (signature !== undefined) {
    const found = verifyLink(linkSecret, id, signature) ? await findById(db, id) : undefined;
    if (found?.type !== type) throw refuse("link-invalid");
    request.actor = { type: "link", address: request.ip };
    return found as Resource<T>;
  }
  const account = await authenticate(request as FastifyRequest, options);
  request.account = account;
  const found = await findResource(db, account.id, type, id);
  if (!found) throw refuse("resource-unknown", { type: singular[type], id });
  return found;
};

/** URL of the API as its caller reaches it: the prefix of links in answers. */
export const apiUrl = (request: FastifyRequest, { publicUrl }: AppOptions): string =>
  `${publicUrl ?? `${request.protocol}://${request.host}`}/v1`;
