// A telephone number is written in a hundred ways, and E.164 has one: `+`, the code of a country, and the digits that are
// dialled within it. Most numbers come to it by a rule on their digits, which `warehouse/persons/phones.ts` says in SQL; the
// plans of all countries are asked only of the rest. What no plan has stays a row of digits, and is compared by its last.

import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { sequentialNumbers } from "./contacts.js";

/** ISO 3166-1 alpha-2, of the countries that have a plan of numbers. */
export type Country = CountryCode;
export const countries: readonly Country[] = getCountries();
/** Where a number without the code of a country is dialled, if its owner does not say. */
export const defaultCountry: Country = "US";

export const minDigits = 7;

/** The zero that is dialled only within a country: `+44 (0)20 …`. */
export const trunkZero = "([0-9]) *[(]0[)]";
/** Of digits as they are dialled, with `+` where the code of a country comes first. */
export const northAmerican = "^(?:[+]?1)?([2-9][0-9]{9})$";
export const northAmericanAbroad = "^[+]1([2-9][0-9]{9})$";
const countryCode =
  "[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689][0-9]|3[578][0-9]|42[0-9]|5[09][0-9]|6[789][0-9]|8[0578][0-9]|9[679][0-9]";
/** A zero after the code is part of the number in some countries, and in most is not. */
export const fromAbroad = `^[+](?:${countryCode})[1-9][0-9]{6,11}$`;
/** Not in one area code, in the numbers of films: `555-0100`. */
export const fictitiousNumber = "^55501[0-9]{2}$";

/** Whether ten digits are a whole number there, dialled with or without a 1 before them. */
export const isNorthAmerican = (country: Country): boolean => getCountryCallingCode(country) === "1";

/** E.164, or digits alone where no country has such a number; undefined where it is plainly made up. */
export const phoneOf = (
  phone: string | null | undefined,
  country: Country = defaultCountry,
): string | undefined => {
  const dialled = dialledDigits(phone ?? "");
  return isPlaceholderNumber(dialled)
    ? undefined
    : (byRule(dialled, country) ?? byNumberingPlan(dialled, country));
};

/** Digits without extension and trunk zero; `+` is before those that begin with the code of a country. */
const dialledDigits = (phone: string): string => {
  const number = phone.toLowerCase().replaceAll("#", "x").split("x")[0]!;
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

/** Without a plus sign, and the last ten of a North American number. */
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

/** `dialled`: digits, with `+` where the code of a country comes first. */
export const byNumberingPlan = (dialled: string, country: Country): string => {
  const found = parsePhoneNumberFromString(dialled, country);
  return found?.isValid() ? found.number : nationalDigits(dialled);
};
