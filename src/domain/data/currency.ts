// Currency of amounts, as files and configurations write it: a code, or a symbol.

/** Symbols of one currency, in capitals; `$`, `¥` and `kr` are those of several. */
export const symbols: ReadonlyMap<string, string> = new Map([
  ["€", "EUR"],
  ["£", "GBP"],
  ["₹", "INR"],
  ["₽", "RUB"],
  ["₺", "TRY"],
  ["₫", "VND"],
  ["₪", "ILS"],
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

/** In RE2 and in JavaScript. */
export const currencyPattern = "[A-Za-z]{1,3}[$]|[$€£¥₹₽₺₩₫₪]|zł|Kč|[A-Za-z]{3}|kr";

/**
 * The currency that a text names, alone or beside an amount, as a code where its symbol is that of one; null
 * without any.
 */
export const currencyCode = (text: string): string | null => {
  const found = new RegExp(currencyPattern).exec(text)?.[0].toUpperCase();
  return found === undefined ? null : (symbols.get(found) ?? found);
};
