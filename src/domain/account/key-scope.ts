// Scope of an API key: the operations that it may be used for. A key in a dashboard reads, a key on the server that
// exports orders uploads, a key in a page of the shop sends events, one in an identity provider says who is in the
// company, and none of them can delete anything when it leaks.

export const keyScopes = ["everything", "read", "upload", "events", "scim"] as const;
export type KeyScope = (typeof keyScopes)[number];
