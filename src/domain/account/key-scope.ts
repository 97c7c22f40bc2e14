// Scope of an API key: the operations that it may be used for. A key in a dashboard reads, a key on the
// server that exports orders uploads, and neither can delete anything when it leaks.

export const keyScopes = ["everything", "read", "upload"] as const;
export type KeyScope = (typeof keyScopes)[number];
