// Currency of amounts, as files and configurations write it: a code, or a symbol.

/** Symbols of one currency, in capitals; `$`, `¥`, `kr` and `Rs` are those of several. */
export const symbols: ReadonlyMap<string, string> = new Map([
  ["€", "EUR"],
  ["£", "GBP"],
  ["₹", "INR"],
  ["₽", "RUB"],
  ["₺", "TRY"],
  ["₫", "VND"],
  ["₪", "ILS"],
  ["฿", "THB"],
  ["₴", "UAH"],
  ["₦", "NGN"],
  ["₱", "PHP"],
  ["₸", "KZT"],
  ["₼", "AZN"],
  ["₾", "GEL"],
  ["₵", "GHS"],
  ["₡", "CRC"],
  ["₲", "PYG"],
  ["TL", "TRY"],
  ["FT", "HUF"],
  ["LEI", "RON"],
  ["RP", "IDR"],
  ["RM", "MYR"],
  ["ZŁ", "PLN"],
  ["KČ", "CZK"],
  ["R$", "BRL"],
  ["US$", "USD"],
  ["CA$", "CAD"],
  ["C$", "CAD"],
  ["A$", "AUD"],
  ["AU$", "AUD"],
  ["NZ$", "NZD"],
  ["HK$", "HKD"],
  ["MX$", "MXN"],
]);

/** Signs of currencies beside the dollar's, as a class of characters has them. */
export const currencySigns = "€£¥₹₽₺₩₫₪฿₴₦₱₸₼₾₵₡₲";

/** Short names that are no codes. */
const shortNames = "zł|Kč|kr|TL|Ft|lei|Rs|Rp|RM";

/** A currency that is no code, in RE2 and in JavaScript. */
export const symbolPattern = `[A-Z]{0,3}[$]|[${currencySigns}]|(?:${shortNames})[.]?`;

/** A currency beside an amount, likewise. */
export const besideAmount = `${symbolPattern}|[A-Z]{3}`;

/** A currency anywhere in a text, likewise. */
export const currencyPattern = `[A-Za-z]{1,3}[$]|[$${currencySigns}]|zł|Kč|[A-Za-z]{3}|${shortNames}`;

/**
 * The currency that a text names, alone or beside an amount, as a code where its symbol is that of one; null
 * without any.
 */
export const currencyCode = (text: string): string | null => {
  const found = new RegExp(currencyPattern).exec(text)?.[0].toUpperCase();
  return found === undefined ? null : (symbols.get(found) ?? found);
};

/** Worth of a currency in that of the values. */
export interface CurrencyRate {
  currency: string;
  /** Units of the values' currency for one of this. */
  rate: number;
  /** Day from which it holds, in UTC, as ISO 8601. Absent: at all times before the first other one. */
  from?: string;
}

/** The code of a currency that a configuration names. */
export const codeOf = (currency: string): string => currencyCode(currency) ?? currency.trim().toUpperCase();

const digitsOf = (codes: string, digits: number): [string, number][] =>
  codes.split(" ").map((code) => [code, digits]);

/** Decimal digits of currencies that have not two of them (ISO 4217). */
export const minorDigits: ReadonlyMap<string, number> = new Map([
  ...digitsOf("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF", 0),
  ...digitsOf("BHD IQD JOD KWD LYD OMR TND", 3),
]);
