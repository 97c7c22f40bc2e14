// Permission of each operation: what a member's or a key's role has to allow. It is declared at the route, and
// checks, the OpenAPI document and the table of `docs/teams.md` come from there.

import type { FastifyContextConfig, FastifyRequest } from "fastify";
import { leastRole, may, type Permission, type Role } from "../domain/account/role.js";
import { refuse } from "../errors/refusal.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Default: `read` for GET and for what keys of the scope `read` may do, `edit` for others. */
    permission?: Permission;
    /** Requests by which members act on themselves, which every role may. The path's `user_id` is their own. */
    isOwnConcern?: "always" | "by user_id";
  }
}

const readMethods = ["GET", "HEAD"];

export const permissionOf = (method: string, config: FastifyContextConfig = {}): Permission => {
  const isRead = readMethods.includes(method) || config.keyScopes?.includes("read");
  return config.permission ?? (isRead ? "read" : "edit");
};

/** Throws `role-insufficient`. */
export const requireRole = (request: FastifyRequest, role: Role): void => {
  if (!isAllowed(request, role)) throw roleInsufficient(request, role, permissionOfRequest(request));
};

const isAllowed = (request: FastifyRequest, role: Role): boolean =>
  isOwnConcern(request) || may(role, permissionOfRequest(request));

const permissionOfRequest = ({ method, routeOptions: { config } }: FastifyRequest): Permission =>
  permissionOf(method, config);

/** Whether members act on nobody but themselves by the request. */
export const isOwnConcern = ({ session, params, routeOptions: { config } }: FastifyRequest): boolean => {
  if (!session?.user || !config.isOwnConcern) return false;
  return config.isOwnConcern === "always" || (params as { user_id?: string }).user_id === session.user.id;
};

/** For whatever a permission is asked for within an operation. */
export const roleInsufficient = ({ session }: FastifyRequest, role: Role, permission: Permission) =>
  refuse("role-insufficient", {
    has: session ? "You have" : "This API key has",
    role,
    needed: leastRole[permission],
    remedy: session
      ? permission === "own"
        ? "The owner can hand the account over under Settings, Team."
        : "The owner or an administrator of the account can change your role under Settings, Team."
      : "Use a key with this role or a higher one, which a member with such a role can issue.",
  });
