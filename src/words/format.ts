// Numbers, shares, intervals and dates as people read them. The service writes plain English; the console
// passes the reader's locale. A share is "35 %", an interval has its lower bound first, and a missing number
// is a dash.

/** A figure with the bounds between which it lies in 95 of 100 tests. */
export interface Bounds {
  low: number;
  high: number;
}

export type Show = (value: number) => string;

/** Instants are ISO text, milliseconds since 1970 or a `Date`. */
export type Moment = string | number | Date;

export interface Formatter {
  /** "11,928" */
  count: Show;
  /** "0.0123", "2.5", "11,928": as many significant digits, and no more. */
  number(value: number, digits?: number): string;
  /** "0.760": as many decimals, always. */
  fixed(value: number, decimals: number): string;
  /** Whole from ten, two significant digits below: the value of a feature. */
  value: Show;
  /** Percentage for a share from 0 to 1: "35 %", "3.5 %", "0.35 %". */
  percent(share: number, decimals?: number): string;
  /** A difference of two shares, in percentage points: "+4.2". */
  signedPoints: Show;
  /** "+4.2 points" */
  points: Show;
  /** An amount whose currency the text or the column says: "1,234.50", "12". */
  amount: Show;
  /** "2.5 times", in a sentence. */
  times(ratio: number, digits?: number): string;
  /** "2.5 ×", in a table or on an axis. */
  ratio(ratio: number, digits?: number): string;
  /** "2.0 to 2.9" */
  range(bounds: Bounds, show?: Show): string;
  /** "2.5 (95 % interval 2.0 to 2.9)"; without bounds the figure alone. */
  withInterval(value: number, bounds: Bounds | undefined, show?: Show): string;
  /** "2.5 (2.0 to 2.9)", where the page says once what the bounds are. */
  withRange(value: number, bounds: Bounds | undefined, show?: Show): string;
  /** Days of events, which are kept in UTC: "2 March 2025". */
  day(moment: Moment): string;
  /** Moment of the service in the reader's time zone: "2 Mar 2025, 14:05". */
  moment(moment: Moment): string;
  /** "3 minutes ago", "in 2 days" */
  ago(moment: Moment, now?: number): string;
  /** "about 2 minutes" */
  duration(seconds: number): string;
  /** "90 days", "1 day" */
  days(count: number): string;
  /** "1.2 MB" */
  bytes(bytes: number): string;
}

const dash = "–";
/** Named once in a range: "2.0 to 2.9 times". */
const trailingUnit = / (?:×|times|days|percentage points)$/;
const minus = (text: string): string => text.replace("-", "−");

/** Made when it is first needed: a browser takes longer to make a format of its own than to draw a page's texts. */
export const lazily = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

export const formatter = (locale?: string, dayStyle: "long" | "medium" = "medium"): Formatter => {
  const formats = new Map<string, Intl.NumberFormat>();
  const formatOf = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = Object.entries(options).join(" ");
    const known = formats.get(key) ?? new Intl.NumberFormat(locale, options);
    formats.set(key, known);
    return known;
  };
  const decimal = (value: number, options: Intl.NumberFormatOptions): string =>
    Number.isFinite(value) ? minus(formatOf(options).format(value)) : dash;
  const fixed = (value: number, decimals: number): string =>
    decimal(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  const number = (value: number, digits = 3): string => decimal(value, { maximumSignificantDigits: digits });
  const count: Show = (value) => decimal(value, { maximumFractionDigits: 0 });
  const percent = (share: number, decimals?: number): string =>
    decimals === undefined
      ? `${decimal(100 * share, { maximumFractionDigits: decimalsOf(100 * share) })} %`
      : `${fixed(100 * share, decimals)} %`;
  const signedPoints: Show = (share) =>
    `${share > 0 ? "+" : ""}${fixed(100 * share, Math.abs(share) >= 0.1 ? 0 : 1)}`;
  const ratio = (value: number, digits = 2): string =>
    Math.abs(value) < 10 ** digits ? decimal(value, significant(digits)) : count(value);
  const range = ({ low, high }: Bounds, show: Show = number): string =>
    `${show(low).replace(trailingUnit, "")} to ${show(high)}`;

  return {
    count,
    number,
    fixed,
    value: (value) =>
      decimal(
        Math.abs(value) < 0.005 ? 0 : value,
        Math.abs(value) >= 10 ? whole : { maximumSignificantDigits: 2 },
      ),
    percent,
    signedPoints,
    points: (share) => `${signedPoints(share)} points`,
    amount: (value) => decimal(value, Number.isInteger(value) ? whole : cents),
    times: (value, digits) => `${ratio(value, digits)} times`,
    ratio: (value, digits) => `${ratio(value, digits)} ×`,
    range,
    withInterval: (value, bounds, show = number) =>
      bounds ? `${show(value)} (95 % interval ${range(bounds, show)})` : show(value),
    withRange: (value, bounds, show = number) =>
      bounds ? `${show(value)} (${range(bounds, show)})` : show(value),
    ...momentFormatter(locale, dayStyle),
    duration: (seconds) => {
      if (seconds < 10) return "a few seconds";
      if (seconds < 90) return `about ${Math.round(seconds / 5) * 5} seconds`;
      if (seconds < 5400) return `about ${Math.round(seconds / 60)} minutes`;
      return `about ${number(seconds / 3600, 2)} hours`;
    },
    days: (days) => `${count(days)} ${Math.round(days) === 1 ? "day" : "days"}`,
    bytes: (bytes) => {
      const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), byteUnits.length - 1);
      return `${number(bytes / 1000 ** power)} ${byteUnits[power]}`;
    },
  };
};

const momentFormatter = (
  locale: string | undefined,
  dayStyle: "long" | "medium",
): Pick<Formatter, "day" | "moment" | "ago"> => {
  // English numbers group as in the United States, English days read as in Britain: "11,928" and "2 March 2025".
  const dayLocale = locale === "en-US" && dayStyle === "long" ? "en-GB" : locale;
  const dayFormat = lazily(
    () => new Intl.DateTimeFormat(dayLocale, { dateStyle: dayStyle, timeZone: "UTC" }),
  );
  const momentFormat = lazily(
    () => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }),
  );
  // Words, so they are in the language of the sentences around them.
  const agoFormat = lazily(() => new Intl.RelativeTimeFormat("en", { numeric: "auto" }));
  return {
    day: (moment) => dayFormat().format(new Date(moment)),
    moment: (moment) => momentFormat().format(new Date(moment)),
    ago: (moment, now = Date.now()) => {
      const seconds = (new Date(moment).getTime() - now) / 1000;
      const unit = units.find(([, size]) => Math.abs(seconds) >= size);
      return unit ? agoFormat().format(Math.round(seconds / unit[1]), unit[0]) : "just now";
    },
  };
};

const whole: Intl.NumberFormatOptions = { maximumFractionDigits: 0 };
const cents: Intl.NumberFormatOptions = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
/** Trailing zeros stay: bounds of 2.0 and 2.9 have the same digits. */
const significant = (digits: number): Intl.NumberFormatOptions => ({
  minimumSignificantDigits: digits,
  maximumSignificantDigits: digits,
});

/** Small percentages keep a digit or two that differ from zero. */
const decimalsOf = (percent: number): number => {
  const size = Math.abs(percent);
  if (size === 0 || size >= 10) return 0;
  return size >= 1 ? 1 : 2;
};

const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

const byteUnits = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** The service's own: e-mails, reports, errors and texts of the API. */
export const english: Formatter = formatter("en-US", "long");
