// Pages whose code cannot be fetched: the service is away, or it was upgraded under an open tab and has pages
// of other names.

const messages =
  /dynamically imported module|importing a module script failed|unable to preload css|is not a valid javascript mime type/i;

export const isMissingPage = (error: unknown): boolean =>
  error instanceof Error && messages.test(error.message);

/** The page says what happened, so only other errors are reported to the browser's console. */
export const reportUnlessMissing = (error: unknown): void => {
  if (!isMissingPage(error)) console.error(error);
};

const key = "bellwether-reloaded";
const minGapMs = 30_000;

/** Reloads at most once in a while, so that a page that stays missing does not reload for ever. False: it did not. */
export const reloadOnce = (): boolean => {
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (Date.now() - last < minGapMs) return false;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
  return true;
};

/** Whether the service answers. */
export const isServed = (): Promise<boolean> =>
  fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
