// Words for roles, as the console shows them.

import type { Role } from "../domain/account/role.js";

export { leastRole, may, type Permission, type Role, roles } from "../domain/account/role.js";

export const roleWords: Readonly<Record<Role, { label: string; meaning: string }>> = {
  owner: {
    label: "Owner",
    meaning: "Does everything, also deletes the account or hands it over. There is one.",
  },
  administrator: {
    label: "Administrator",
    meaning: "Manages the team, API keys, connections, webhooks and settings, besides what editors do.",
  },
  editor: {
    label: "Editor",
    meaning: "Uploads files, and creates and changes predictions, audiences and lists.",
  },
  viewer: { label: "Viewer", meaning: "Sees all results, people and files, and changes nothing." },
  masked_viewer: {
    label: "Viewer without personal data",
    meaning: "Sees all results; names, contacts and what events say are masked, and files stay closed.",
  },
};
