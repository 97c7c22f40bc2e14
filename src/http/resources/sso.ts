// Identity providers on the way out, without their secrets.

import type { JsonObject } from "../../domain/resource/json.js";
import { recordName, recordText } from "../../sso/domain-proof.js";
import type { SsoDomain, StoredProvider } from "../../store/sso-providers.js";
import { present } from "../json.js";
import { isoMs } from "./record.js";

export const redirectPath = "/console/sso";

/** `known`: the domains of the account. */
export const renderProvider = (provider: StoredProvider, known: readonly SsoDomain[]): JsonObject => ({
  id: provider.id,
  resource_type: "sso_providers",
  name: provider.name,
  issuer: provider.issuer,
  client_id: provider.clientId,
  has_client_secret: provider.sealedSecret !== null,
  redirect_path: redirectPath,
  domains: known
    .filter(({ domain }) => provider.domains.includes(domain))
    .map(({ domain, token, verifiedAt }) =>
      present({
        domain,
        verified_at: isoMs(verifiedAt),
        record_name: recordName(domain),
        record_text: recordText(token),
      }),
    ),
  trusts_email: provider.trustsEmail,
  default_role: provider.defaultRole ?? "nobody",
  groups_claim: provider.groupsClaim,
  group_roles: provider.groupRoles.map(({ group, role }) => ({ group, role })),
  scope: provider.scope,
  created_at: isoMs(provider.createdAt)!,
  updated_at: isoMs(provider.updatedAt)!,
});
