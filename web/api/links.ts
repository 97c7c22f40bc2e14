// Links to files and reports in records. They are relative where the service has no public URL.

/** The link on the console's own origin: the console and the service share an address, so the path is enough. */
export const linkHere = (url: string): string => {
  const { pathname, search } = new URL(url, base);
  return `${pathname}${search}`;
};

/**
 * The link to hand out. A relative one starts with the origin of the page, such as
 * `https://bellwether.example.com`.
 */
export const absoluteLink = (url: string, origin = location.origin): string => new URL(url, origin).href;

/** When a signed link ends; undefined: when it is revoked. */
export const linkEnd = (url: string): Date | undefined => {
  const seconds = new URL(url, base).searchParams.get("expires");
  return seconds === null ? undefined : new Date(Number(seconds) * 1000);
};

/** Only to parse relative links. */
const base = "http://localhost";
