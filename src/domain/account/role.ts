// Role of a member of an account, and of an API key. Each may do what the next ones may, and more.

export const roles = ["owner", "administrator", "editor", "viewer", "masked_viewer"] as const;
export type Role = (typeof roles)[number];

/**
 * `look`        what is predicted and what came true; of people, only what does not say who they are
 * `read`        everything but secrets, keys, mails and the audit log, also people and files
 * `edit`        what is predicted, and from which data
 * `administer`  keys, members, connections, webhooks and the account's settings
 * `own`         the account itself: its deletion, its sub-accounts and who owns it
 */
export const permissions = ["look", "read", "edit", "administer", "own"] as const;
export type Permission = (typeof permissions)[number];

/** The lowest role that has the permission. */
export const leastRole: Readonly<Record<Permission, Role>> = {
  look: "masked_viewer",
  read: "viewer",
  edit: "editor",
  administer: "administrator",
  own: "owner",
};

export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) <= roles.indexOf(least);

export const may = (role: Role, permission: Permission): boolean => isAtLeast(role, leastRole[permission]);
