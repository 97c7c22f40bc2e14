// Reasons why records are nobody, in a sentence each.

import type { UnidentifiedReason } from "../domain/people/unidentified.js";

export const unidentifiedSentences: Record<UnidentifiedReason, string> = {
  guest: "The name says only that somebody is a guest, and no contact says whose record it is.",
  name_alone:
    "A whole name needs a usable contact, an address, a city or a birth date: others have the name too.",
  first_name_alone: "A first name needs a usable contact, a street or a birth date.",
  last_name_alone: "A last name needs a usable contact, a street, a postcode or a birth date.",
  unusable_contact:
    "Its contact stands for none, such as noreply@example.com, 000-0000 or GUEST, or is shortened.",
  no_name: "It has neither a name nor a contact.",
};
