// Which stream a file's rows are events of, told by what its folder, its files and its columns are called.

import type { ReadColumn } from "./column.js";
import { plainWords } from "./header.js";
import { anyOf, saying } from "./patterns.js";

/** The first that any name of the file has. */
const kinds: [string, RegExp][] = [
  ["cancellation", /\b(cancel\w*|storn\w*|kuendig\w*|kundig\w*|annul\w*|resili\w*|churn\w*|unsubscri\w*)\b/],
  ["refund", /\b(refunds?|returns?|retouren?|rueckgaben?|remboursements?|retours?|chargebacks?)\b/],
  ["donation", /\b(donations?|gifts?|spenden?|dons?|donors?)\b/],
  ["booking", /\b(bookings?|reservations?|buchungen?)\b/],
  ["subscription", /\b(subscriptions?|abos?|abonnements?)\b/],
  ["visit", /\b(visits?|page ?views?|web ?events?|besuche?|visites?)\b/],
  ["sign_up", /\b(sign ?ups?|registrations?|leads?|anmeldungen?|inscriptions?)\b/],
  [
    "transaction",
    saying(
      "orders?|transactions?|purchases?|sales?|invoices?|payments?|receipts?|bestellungen?",
      "verkaeufe|kaeufe|umsaetze|rechnungen?|commandes?|achats?|ventes?|factures?|items",
    ),
  ],
];
const people = saying(
  "customers?|contacts?|users?|members?|people|persons?|clients?|kunden|kunde|crm|subscribers?",
  "profiles?",
);

export interface NamedFile {
  directory: string;
  filenames: readonly string[];
}

export const isOfPeople = ({ directory, filenames }: NamedFile): boolean =>
  [directory, ...filenames].some((name) => people.test(plainWords(name)));

/** The file's own name says more than what it has in it. Null where neither says anything. */
export const streamKind = (
  { directory, filenames }: NamedFile,
  columns: readonly ReadColumn[],
): string | null => {
  const named = [directory, ...filenames].map(plainWords).join(" ; ");
  const byName = kinds.find(([, pattern]) => pattern.test(named));
  if (byName) return byName[0];
  const isOrder = columns.some(({ words }) => orderKey.test(words));
  return isOrder ? "transaction" : null;
};

/** Names of the key of an order. */
export const orderKey = anyOf(
  "^(order|transaction|invoice)s? ?(id|no|nr|num|number|nummer|key|reference|ref)?$",
  "^(receipt|sale|payment)s? ?(id|no|nr|num|number|nummer|key|reference|ref)?$",
  "^(basket|bestell|auftrags)s? ?(id|no|nr|num|number|nummer|key|reference|ref)?$",
  "^(rechnungs|commande|facture)s? ?(id|no|nr|num|number|nummer|key|reference|ref)?$",
  "^(bestellnummer|bestellnr|auftragsnummer|rechnungsnummer|belegnummer|invoiceno|orderid)$",
  "^(numero|no|id) (de |d )?(commande|facture|transaction)$|^increment id$",
);

/** What else is worth knowing of an event. */
const property = saying(
  "product|products|sku|item|items|lineitem|line item|category|categories|quantity|qty|units",
  "coupon|promo|channel|source|store|shop|location|payment method|payment|brand|vendor|size",
  "colou?r|variant|status|price|description|stock code|stockcode|department|plan|campaign",
  "device|card brand|type|reason|artikel|artikelnummer|produkt|kategorie|menge|anzahl",
  "zahlungsart|filiale|preis|einzelpreis|produit|categorie|quantite|magasin|mode de paiement",
  "prix|reference|currency|discount|tip|country",
);
const noProperty =
  /\b(tax|id|url|notes?|memo|image|weight|fulfillment|requires|taxable|compare|tags|phone|name 2)\b/;

const mostProperties = 12;

/** Columns that say what an event was of, at most a dozen. */
export const proposeProperties = (columns: readonly ReadColumn[]): ReadColumn[] =>
  columns
    .filter(
      ({ words, role, column }) =>
        role === null && column.fill_rate > 0 && property.test(words) && !noProperty.test(words),
    )
    .slice(0, mostProperties);
