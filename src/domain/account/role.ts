// Role of a member of an account. Each may do what the next ones may, and more.

export const roles = ["owner", "administrator", "editor", "viewer"] as const;
export type Role = (typeof roles)[number];
