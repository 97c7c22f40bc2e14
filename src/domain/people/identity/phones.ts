// Normalised phone numbers, in E.164: `+`, country code and national digits. A rule on the digits converts
// most numbers; `warehouse/persons/phones.ts` has it in SQL. The numbering plans of libphonenumber convert
// the rest. A number that no plan has stays as digits, and is compared by its last ones.

import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { sequentialNumbers } from "./contacts.js";
import { withLatinCharacters } from "./text.js";

/** ISO 3166-1 alpha-2 code of a country with a numbering plan. */
export type Country = CountryCode;
export const countries: readonly Country[] = getCountries();
/** Country of numbers without a country code, unless the owner sets one. */
export const defaultCountry: Country = "US";

export const minDigits = 7;

/** A trunk zero, dialled only within a country: `+44 (0)20 …`. */
export const trunkZero = "([0-9]) *[(]0[)]";
/** Patterns of digits, with `+` before a country code. */
export const northAmerican = "^(?:[+]?1)?([2-9][0-9]{9})$";
export const northAmericanAbroad = "^[+]1([2-9][0-9]{9})$";
const countryCode =
  "[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689][0-9]|3[578][0-9]|42[0-9]|5[09][0-9]|6[789][0-9]|8[0578][0-9]|9[679][0-9]";
/** Without a zero after the country code, which belongs to the number in a few countries only. */
export const fromAbroad = `^[+](?:${countryCode})[1-9][0-9]{6,11}$`;
/** Numbers reserved for fiction: `555-0100`. */
export const fictitiousNumber = "^55501[0-9]{2}$";

/** Whether a number has ten digits there, with or without a 1 before them. */
export const isNorthAmerican = (country: Country): boolean => getCountryCallingCode(country) === "1";

/** E.164, or digits only if no country has such a number; undefined for an obvious placeholder. */
export const phoneOf = (
  phone: string | null | undefined,
  country: Country = defaultCountry,
): string | undefined => {
  const dialled = dialledDigits(phone ?? "");
  return isPlaceholderNumber(dialled)
    ? undefined
    : (byRule(dialled, country) ?? byNumberingPlan(dialled, country));
};

/** Digits without extension and trunk zero, with `+` before a country code. */
const dialledDigits = (phone: string): string => {
  const number = withLatinCharacters(phone).toLowerCase().replaceAll("#", "x").split("x")[0]!;
  const digits = number.replace(new RegExp(trunkZero), "$1").replace(/[^0-9]+/g, "");
  return (/^[^0-9]*[+]/.test(number) ? `+${digits}` : digits).replace(/^[+]?00/, "+");
};

const isPlaceholderNumber = (dialled: string): boolean => {
  const digits = nationalDigits(dialled);
  const isOneDigit = digits.replaceAll(digits[0]!, "") === "";
  return (
    digits.length < minDigits ||
    isOneDigit ||
    sequentialNumbers.includes(digits) ||
    new RegExp(fictitiousNumber).test(digits)
  );
};

/** Without a plus sign; of a North American number the last ten. */
const nationalDigits = (dialled: string): string => {
  const digits = dialled.replace("+", "");
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
};

const byRule = (dialled: string, country: Country): string | undefined => {
  const pattern = isNorthAmerican(country) ? northAmerican : northAmericanAbroad;
  const national = new RegExp(pattern).exec(dialled)?.[1];
  if (national !== undefined) return `+1${national}`;
  return new RegExp(fromAbroad).test(dialled) ? dialled : undefined;
};

/** `dialled`: digits, with `+` before a country code. */
export const byNumberingPlan = (dialled: string, country: Country): string => {
  const found = parsePhoneNumberFromString(dialled, country);
  return found?.isValid() ? found.number : nationalDigits(dialled);
};
