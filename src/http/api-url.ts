// Where the API is, as its callers reach it: what links in answers begin with.

import type { FastifyRequest } from "fastify";
import type { AppOptions } from "./options.js";

export const apiUrl = (request: FastifyRequest, { publicUrl }: AppOptions): string =>
  `${publicUrl ?? `${request.protocol}://${request.host}`}/v1`;
