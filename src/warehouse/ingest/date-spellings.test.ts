import fc from "fast-check";
import { expect, test } from "vitest";
import { usualDate } from "./date-spellings.js";

test.each([
  ["Jan 5, 2025 10:00:00 AM PST", "5 Jan 2025 10:00:00 -0800"],
  ["05/01/2025 10:00:00 UTC", "05/01/2025 10:00:00 +0000"],
  ["5.1.2025, 10:05:00", "5.1.2025 10:05:00"],
  ["05.01.2025 10.05", "05.01.2025 10:05:00"],
  ["5. 1. 2025", "5.1.2025"],
  ["05/01/2025 10:05:09\u202fPM", "05/01/2025 22:05:09"],
  ["Sun Jan 05 2025 10:00:00 GMT+0100 (Central European Standard Time)", "05 Jan 2025 10:00:00 +0100"],
  ["mar. 7 janv. 2025", "7 Jan 2025"],
  ["1er août 2025 à 7h05", "1 Aug 2025 07:05:00"],
  ["05-Dez-2024", "05 Dec 2024"],
  ["05-JAN-25 12.05.00.000000 AM", "05 Jan 25 00:05:00"],
  ["05/Jan/2025:10:05:00 +0000", "05 Jan 2025 10:05:00 +0000"],
  ["5 января 2025 г. в 10:05", "5 Jan 2025 10:05:00"],
  ["2025年1月5日 10時05分", "2025/1/5 10:05:00"],
  ["２０２５年１月５日（日）", "2025/1/5"],
  ["2025. 1. 15. 오후 1:05:09", "2025/1/15 13:05:09"],
  ["2025.01.05", "2025/01/05"],
  ["20250105T100500Z", "20250105 10:05:00 +0000"],
  ["2025-01-05 at 10:05", "2025-01-05 10:05:00"],
  ["20250105100507", "20250105 10:05:07"],
  ["05.01.2025 10:05 Uhr", "05.01.2025 10:05:00"],
  ["5 de março de 2025 10:22 hs.", "5 Mar 2025 10:22:00"],
  ["05-Mär-25", "05 Mar 25"],
  ["٢٠٢٥/٠١/٠٥ ١٠:٠٥", "2025/01/05 10:05:00"],
  ["05/01/2568 10:05", "05/01/2025 10:05:00"],
  ["29/02/2567", "29/02/2024"],
  ["25680105", "20250105"],
  ["1403/10/16", "2025/01/05"],
  ["۱۴۰۳/۱۲/۳۰", "2025/03/20"],
  ["16.10.1403", "05.01.2025"],
  ["14031016", "20250105"],
])("%s is %s", (text, usual) => {
  expect(usualDate(text)).toBe(usual);
});

test.each([
  "2025-01-05",
  "5 Jan 2025",
  "5 Mai",
  "12 bottles 2020",
  "5 Jan 2025 10:05 XYZ",
  "5 Jan 2025 10:05 CST",
  "5 Jan 2025 14:05 AM",
  "10:05",
  "1.2.3.4",
  "Marsstraße 5, 2025 Wien",
  "5 Jan 2025 10:05 toString",
  "x".repeat(100_000),
  "20250105250000",
  "1403/13/01",
  "1446/07/05",
])("%s is left as it is", (text) => {
  expect(usualDate(text)).toBeNull();
});

const locales =
  "en-US en-GB de-DE de-AT fr-FR es-ES es-MX it-IT pt-BR nl-NL sv-SE da-DK nb-NO pl-PL cs-CZ sk-SK fi-FI et-EE lv-LV lt-LT " +
  "sl-SI tr-TR ru-RU uk-UA bg-BG el-GR hu-HU ro-RO ca-ES id-ID ja-JP";

test("a date that a program writes in any of the languages is read", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...locales.split(" ")),
      fc.date({ min: new Date("2000-01-01"), max: new Date("2060-01-01"), noInvalidDate: true }),
      fc.constantFrom<"medium" | "long" | "full">("medium", "long", "full"),
      fc.constantFrom<"short" | "medium" | "long" | undefined>(undefined, "short", "medium", "long"),
      (locale, date, dateStyle, timeStyle) => {
        const format = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle, timeZone: "UTC" });
        const text = format.format(date);
        const usual = usualDate(text) ?? text;
        expect(dayOf(usual), `${text} became ${usual}`).toBe(date.toISOString().slice(0, 10));
        if (timeStyle) expect(usual).toContain(` ${date.toISOString().slice(11, 16)}`);
      },
    ),
    { numRuns: 2_000 },
  );
});

/** ISO 8601. */
const dayOf = (usual: string): string => {
  const [, year, month, day] = /^(\d{4})[/-](\d+)[/-](\d+)/u.exec(usual) ?? [];
  const [, dottedDay, dottedMonth, dottedYear] = /^(\d+)[.](\d+)[.](\d{4})/u.exec(usual) ?? [];
  if (!year && !dottedYear) return new Date(`${usual.slice(0, 11)} UTC`).toISOString().slice(0, 10);
  const padded = (number: string) => number.padStart(2, "0");
  return `${year ?? dottedYear}-${padded(month ?? dottedMonth!)}-${padded(day ?? dottedDay!)}`;
};
