// Numbers, shares, dates and durations as people read them, in the reader's own language and time zone where that is safe.

const numbers = new Intl.NumberFormat();
const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const agos = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

export const formatCount = (count: number): string => numbers.format(count);

/** A plural without exceptions: `formatMany(2, "row")` is "2 rows". */
export const formatMany = (count: number, one: string, many = `${one}s`): string =>
  `${numbers.format(count)} ${count === 1 ? one : many}`;

/** Of 0 to 1. Small shares keep a digit that tells something. */
export const formatShare = (share: number): string => {
  const percent = share * 100;
  const digits =
    percent === 0 || percent === 100 || Math.abs(percent) >= 10 ? 0 : Math.abs(percent) >= 1 ? 1 : 2;
  return `${percent.toLocaleString(undefined, { maximumFractionDigits: digits })} %`;
};

export const formatNumber = (value: number, digits = 3): string =>
  value.toLocaleString(undefined, { maximumSignificantDigits: digits });

/** Of events: their dates are kept in UTC. */
export const formatDay = (instant: string): string => days.format(new Date(instant));

/** Of what happened in the service, in the reader's time zone. */
export const formatMoment = (instant: string): string => moments.format(new Date(instant));

const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** "3 minutes ago". */
export const formatAgo = (instant: string, now = Date.now()): string => {
  const seconds = (Date.parse(instant) - now) / 1000;
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? agos.format(Math.round(seconds / unit[1]), unit[0]) : "just now";
};

/** "about 2 minutes". */
export const formatDuration = (seconds: number): string => {
  if (seconds < 10) return "a few seconds";
  if (seconds < 90) return `about ${Math.round(seconds / 5) * 5} seconds`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} minutes`;
  return `about ${formatNumber(seconds / 3600, 2)} hours`;
};

const byteUnits = ["bytes", "kB", "MB", "GB", "TB"] as const;

export const formatBytes = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), byteUnits.length - 1);
  return `${formatNumber(bytes / 1000 ** power)} ${byteUnits[power]}`;
};
