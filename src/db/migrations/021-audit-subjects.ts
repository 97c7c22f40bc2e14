// Entries of the audit log by what they are about: a read looks for the entry of its hour.

import type { Migration } from "./migration.js";

export const auditSubjects: Migration = {
  name: "021-audit-subjects",
  statements: () => ["create index audit_entry_of_subject on audit_entry (account_id, resource_id, at)"],
};
