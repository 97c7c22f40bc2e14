// Years of other calendars in the dates of a file. The Thai one counts from the Buddha, 543 years more. The solar
// one of Iran and Afghanistan begins in March and has its own months. No shop has dates of the years 1300 to 1419 or
// 2501 to 2599 in ours, so a year says which calendar it is of.

const yearsOfBuddha = 543;
const buddhist = /(?<!\d)25(?!00)\d{2}(?!\d)/u;
const persian =
  /^(?:(?<year>1[34]\d{2})(?<separator>[/.-])(?<month>\d{1,2})\k<separator>(?<day>\d{1,2})|(?<firstDay>\d{1,2})(?<between>[/.-])(?<secondMonth>\d{1,2})\k<between>(?<lastYear>1[34]\d{2}))$/u;
/** As in `14031016`. */
const compactPersian = /^(1[34]\d{2})(\d{2})(\d{2})$/u;
const compactBuddhist = /^(25(?!00)\d{2})(\d{4})$/u;
const lastPersianYear = 1419;

/** The day in the calendar of the files' formats, spelled alike; null for what is no day of its calendar. */
export const gregorianDay = (day: string): string | null => {
  const thai = compactBuddhist.exec(day);
  if (thai) return `${Number(thai[1]) - yearsOfBuddha}${thai[2]}`;
  const compact = compactPersian.exec(day);
  if (compact)
    return ofPersian(compact.slice(1), ([year, month, date]) => `${year}${two(month)}${two(date)}`);
  const parts = persian.exec(day)?.groups;
  if (!parts) return day.replace(buddhist, (year) => String(Number(year) - yearsOfBuddha));
  const { year, month, day: date, separator, firstDay, secondMonth, lastYear, between } = parts;
  return year
    ? ofPersian([year, month!, date!], (numbers) => numbers.map(two).join(separator))
    : ofPersian([lastYear!, secondMonth!, firstDay!], (numbers) => numbers.map(two).reverse().join(between));
};

const two = (number: number): string => String(number).padStart(2, "0");

type Day = [year: number, month: number, day: number];

const ofPersian = (written: readonly string[], spelt: (day: Day) => string): string | null => {
  const [year, month, day] = written.map(Number) as Day;
  const isDay = year <= lastPersianYear && month >= 1 && month <= 12 && day >= 1 && day <= lengthOf(month);
  if (!isDay) return null;
  const date = new Date(startOf(year) + (daysBefore(month) + day - 1) * msPerDay);
  return spelt([date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]);
};

const msPerDay = 86_400_000;
/** Six months of 31 days, then of 30; the last one has 29, or 30 in a leap year. */
const lengthOf = (month: number): number => (month <= 6 ? 31 : 30);
const daysBefore = (month: number): number => (month <= 7 ? 31 * (month - 1) : 30 * (month - 1) + 6);

/** The first day of 1403 was 20 March 2024. Eight years of 33 are leap years: within these centuries that is exact. */
const startOf = (year: number): number =>
  Date.UTC(2024, 2, 20) + ((year - 1403) * 365 + leapYearsBefore(year) - leapYearsBefore(1403)) * msPerDay;
const leapYearsBefore = (year: number): number => Math.floor((8 * year + 21) / 33);
