// Host of a URL: a name or a numeric address.

/** Without the brackets around IPv6 addresses. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, "");
