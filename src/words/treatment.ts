// Sentence on a treatment: whether chance decided who was contacted and, only then, what the contacts did.

import { fewestPeople, type Treatment } from "../domain/campaign/assignment.js";
import { type Estimate, timesPeople } from "../domain/outcome/evaluation.js";
import { english, type Formatter } from "./format.js";
import { profitSentence } from "./holdout.js";
import { people } from "./plural.js";

/**
 * "Chance can have decided who was contacted (p = 0.43). The contacts brought 312 more conversions (95 % interval 105 to 519) among 10,600
 * people: 15 % against 11 %. 10,600 contacts cost 5,300. Profit 2,500 (95 % interval −2,675 to 7,675)."
 */
export const treatmentSentence = (
  found: Pick<Treatment, "test" | "verdict" | "costs" | "effect"> & { profit?: Estimate },
  format: Formatter = english,
): string => [effectSentence(found, format), ...costSentences(found, format)].join(" ");

const costSentences = (
  { costs, profit }: Pick<Treatment, "costs"> & { profit?: Estimate },
  format: Formatter,
): string[] => {
  if (!costs) return [];
  const { contacts, total } = costs.contact;
  const noun = contacts === 1 ? "contact" : "contacts";
  const cost = `${format.count(contacts)} ${noun} cost ${format.amount(total)}.`;
  return profit ? [cost, profitSentence(profit, format)] : [cost];
};

const effectSentence = (
  { test, verdict, effect }: Pick<Treatment, "test" | "verdict" | "effect">,
  format: Formatter,
): string => {
  const { count, number, percent, range } = format;
  switch (verdict) {
    case "too_few":
      return `Nothing can be said: ${people(test.contact, format)} were contacted and ${count(test.control)} were not. ${
        test.control === 0
          ? "If a property of the contacts says who was only to be compared, name it as the arm, with its two values."
          : `Each group needs ${fewestPeople} people or more.`
      }`;
    case "not_random":
      return `What the contacts did cannot be said: ${reasonOf(test, format)} People who were chosen would have differed from the others without a contact, too.`;
    case "random": {
      const chance = `Chance can have decided who was contacted (p = ${number(test.p, 2)}).`;
      if (!effect) return `${chance} The days in which conversions count are not over.`;
      const { conversions, contact, control } = effect;
      const total = timesPeople(conversions, contact.people);
      const whole = (value: number) => count(Math.round(value));
      const rates = `${percent(contact.attained / contact.people)} against ${percent(control.attained / control.people)}`;
      const isSeen = conversions.low > 0 || conversions.high < 0;
      return (
        `${chance} The contacts ${isSeen ? "brought" : "show no effect:"} ${whole(Math.abs(total.value))} ${total.value < 0 ? "fewer" : "more"} conversions ` +
        `(95 % interval ${range(total, whole)}) among ${people(contact.people, format)}: ${rates}.`
      );
    }
  }
};

const reasonOf = (
  { split, p, imbalances: [first], contact, control }: Treatment["test"],
  { number, percent }: Formatter,
): string => {
  const share = contact / (contact + control);
  if (split && split.p < p)
    return `${percent(share)} of the people were contacted, and ${percent(split.promised)} were promised (p = ${odds(split.p, number)}).`;
  const most = first
    ? ` The largest difference is in “${first.name}”, which is ${first.difference > 0 ? "higher" : "lower"} among those who were contacted.`
    : "";
  return `what was known before says who was contacted (p = ${odds(p, number)}), so it was not chance.${most}`;
};

const odds = (p: number, number: Formatter["number"]): string =>
  p < 0.0001 ? "less than 0.0001" : number(p, 2);
