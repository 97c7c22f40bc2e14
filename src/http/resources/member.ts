// Members and invitations on the way out.

import type { JsonObject } from "../../domain/resource/json.js";
import type { Invitation } from "../../store/invitations.js";
import type { Member } from "../../store/members.js";
import { present } from "../json.js";
import { isoMs } from "./record.js";

export const renderMember = ({ userId, email, role, createdAt, enteredAt }: Member): JsonObject =>
  present({
    user_id: userId,
    email,
    role,
    created_at: isoMs(createdAt),
    entered_at: isoMs(enteredAt),
  });

export const renderInvitation = (
  { id, email, role, invitedBy, isMailed, createdAt, expiresAt }: Invitation,
  extra: JsonObject = {},
): JsonObject =>
  present({
    id,
    email,
    role,
    invited_by: invitedBy,
    is_mailed: isMailed,
    created_at: isoMs(createdAt),
    expires_at: isoMs(expiresAt),
    ...extra,
  });
