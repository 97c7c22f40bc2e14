// Issuer of access for assistants: the address of the service as people's browsers know it. A request's Host header is
// chosen by whoever sends it, so without a public URL there is one on this machine alone.

import type { FastifyRequest } from "fastify";
import { refuse } from "../errors/refusal.js";
import { loopbackUrl } from "./links.js";
import type { AppOptions } from "./options.js";

/** Refuses `assistants-unavailable`. */
export const issuerOf = (request: FastifyRequest, { publicUrl }: Pick<AppOptions, "publicUrl">): string => {
  const issuer = publicUrl ?? loopbackUrl(request);
  if (issuer === "") throw refuse("assistants-unavailable");
  return issuer;
};
