// Codes of currencies, as amounts are named in sentences and forms.

export { codeOf } from "../domain/data/currency.js";
