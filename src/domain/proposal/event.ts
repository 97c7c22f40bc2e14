// Event of a file: its stream, time, amount and properties, proposed from the names of the directory, files
// and columns.

import { type FieldMapping, spreadsheetDay1970 } from "../data/dataset.js";
import { plainWords } from "../resource/name-rule.js";
import { anyOf, type ReadColumn, saying, surelyLooksLike } from "./column.js";
import type { NamedFile, PreviewedFile } from "./previewed-file.js";

/** Streams by words in the file's names; the first match counts. */
const kinds: [string, RegExp][] = [
  ["cancellation", /\b(cancel\w*|storn\w*|kuendig\w*|kundig\w*|annul\w*|resili\w*|churn\w*|unsubscri\w*)\b/],
  ["refund", /\b(refunds?|returns?|retouren?|rueckgaben?|remboursements?|retours?|chargebacks?)\b/],
  ["donation", /\b(donations?|gifts?|spenden?|dons?|donors?)\b/],
  ["booking", /\b(bookings?|reservations?|buchungen?)\b/],
  ["subscription", /\b(subscriptions?|abos?|abonnements?)\b/],
  ["visit", /\b(visits?|check ?ins?|attendances?|page ?views?|web ?events?|besuche?|visites?)\b/],
  ["sign_up", /\b(sign ?ups?|registrations?|leads?|anmeldungen?|inscriptions?)\b/],
  [
    "transaction",
    saying(
      "orders?|transactions?|purchases?|sales?|invoices?|payments?|receipts?|bestellungen?",
      "verkaeufe|kaeufe|umsaetze|rechnungen?|commandes?|achats?|ventes?|factures?|items|pedidos?|ventas?|facturas?|compras?",
      "vendas?|ordini|ordine|vendite|acquisti|bestellingen|verkopen|facturen|tickets?|bons?|baskets?",
      "fatture|fattura|scontrini|faturas?|faktur\\w*|zamowieni\\w*|sprzedaz|paragony|objednav\\w*|ordrer?|bestallning\\w*|bestillinger|tilaukse\\w*|rendelese\\w*|comenzi|siparis\\w*|satis\\w*|narudzbe",
    ),
  ],
];
const people = saying(
  "customers?|contacts?|users?|members?|people|persons?|clients?|kunden|kunde|crm|subscribers?",
  "profiles?",
);

export const isOfPeople = ({ directory, filenames }: NamedFile): boolean =>
  [directory, ...filenames].some((name) => people.test(plainWords(name)));

/** The stream, by the names of the file, else by its columns; null where neither indicates one. */
export const streamKind = (
  { directory, filenames, rows }: PreviewedFile,
  columns: readonly ReadColumn[],
): string | null => {
  const named = [directory, ...filenames].map(plainWords).join(" ; ");
  const byName = kinds.find(([, pattern]) => pattern.test(named));
  if (byName) return byName[0];
  const isOrder = columns.some(({ words }) => orderKey.test(words));
  if (isOrder) return "transaction";
  // Where it repeats, the rows are what subscribers paid.
  const isSubscription = columns.some(
    ({ words, column }) =>
      subscriptionKey.test(words) && (column.distinct_count ?? 0) >= mostDistinct * rows && rows > 0,
  );
  return isSubscription ? "subscription" : null;
};

const mostDistinct = 0.99;

const number = "( ?(id|no|nr|num|number|nummer|numero|key|code|reference|ref|n))?";

/** Names of the key of an order. */
export const orderKey = anyOf(
  `^(sales )?(order|transaction|invoice|receipt|sale|payment|basket|booking|purchase|ticket|check|txn|trans|document|doc|bill)s?${number}$`,
  `^(bestell|bestellung|auftrags?|rechnungs?|beleg|bon|kassenbon|vorgangs?|transaktions?)${number}$`,
  `^(commande|facture|vente|ticket|panier|pedido|factura|venta|encomenda|venda|nota fiscal|ordine|fattura|scontrino|bestelling|bestel|order|factuur|bon)s?${number}$`,
  "^(bestellnummer|bestellnr|auftragsnummer|auftragsnr|rechnungsnummer|rechnungsnr|belegnummer|belegnr|bonnummer|bonnr|vorgangsnummer|transaktionsnummer|invoiceno|orderid|orderno|ordernr|bestelnummer|ordernummer|factuurnummer|bonnummer)$",
  "^(numero|num|no|n|id|reference|ref|codigo|cod|codice|nr)( (de |d |da |do |di |della |del |van )?)?(la )?(commande|facture|transaction|vente|ticket|panier|pedido|factura|venta|compra|encomenda|venda|ordine|fattura|transazione|scontrino|bestelling|order|factuur)$",
  `^(zamowienia|zamowienie|faktury|faktura|paragon|paragonu|objednavka|objednavky|doklad|uctenka|ordre|bestallning|bestallnings|bestilling|bestillings|kvitto|tilaus|tilauksen|lasku|laskun|kuitti|rendeles|szamla|nyugta|comanda|siparis|fatura|narudzba|narudzbe|racun)( ?(id|no|nr|numer|cislo|nummer|numero|numeroa|szam|szama|azonosito|numarasi|broj))?$`,
  `^(numer|nr|no|cislo|kod|id|numar|numarul|broj)( ?(de |kaupan )?)?(zamowienia|faktury|paragonu|objednavky|dokladu|uctenky|ordre|comanda|comenzii|factura|facturii|siparis|narudzbe|racuna)$`,
  "^(ordrenummer|ordrenr|bestallningsnummer|bestallningsnr|bestillingsnummer|bestillingsnr|fakturanummer|fakturanr|kvittonummer|tilausnumero|laskunumero|kuittinumero|rendelesszam|szamlaszam)$",
  "^increment id$",
);

/** Names of the key of a subscription. */
const subscriptionKey = anyOf(
  `^(subscription|membership|abo|abonnements?|suscripcion|assinatura|abbonamento|contract|vertrags?|contrat|contrato|contratto|policy|police|poliza)s?${number}$`,
  "^(abonummer|abonr|vertragsnummer|vertragsnr|mitgliedsnummer|policennummer)$",
  "^(numero|num|no|n|id|codigo|cod|nr)( (de |d |da |do |di |van )?)?(abonnement|contrat|contrato|suscripcion|assinatura|abbonamento|poliza)$",
);

/** Names of columns that are useful properties of an event. */
const property = saying(
  "product|products|sku|item|items|lineitem|line item|category|categories|quantity|qty|units",
  "coupon|promo|channel|source|store|shop|location|payment method|payment|brand|vendor|size",
  "colou?r|variant|status|price|description|stock code|stockcode|department|plan|campaign",
  "device|card brand|type|reason|artikel|artikelnummer|produkt|kategorie|menge|anzahl",
  "zahlungsart|filiale|preis|einzelpreis|produit|categorie|quantite|magasin|mode de paiement",
  "prix|reference|currency|discount|tip|country|producto|articulo|categoria|cantidad|tienda|metodo de pago|canal",
  "produto|quantidade|loja|forma de pagamento|prodotto|quantita|negozio|metodo di pagamento|product naam|aantal|winkel",
  "article|ugs|artikelname|produktname|produktbezeichnung|artikelgruppe|qte|paiement|warengruppe|artikelbezeichnung|bezeichnung|gutschein\\w*|designation|marque|marca|merk|forma de pago|gutscheincode",
);
const noProperty =
  /\b(tax|id|url|notes?|memo|image|weight|fulfillment|requires|taxable|compare|tags|phone|name 2|status|statut|estado|stato|bestellstatus|zahlungsstatus|zip|plz|n d article)\b/;

const mostProperties = 12;

/** The columns to propose as properties, at most a dozen. */
export const proposeProperties = (columns: readonly ReadColumn[]): ReadColumn[] =>
  columns
    .filter(
      ({ words, role, column }) =>
        role === null && column.fill_rate > 0 && property.test(words) && !noProperty.test(words),
    )
    .slice(0, mostProperties);

/** Names of the event's time, in order of preference: when it happened, was recorded, was paid. */
const timeNames: readonly RegExp[] = [
  anyOf(
    "^(order|purchase|transaction|sale|sales) ?(date|day|datum|time|timestamp|date ?time)( .*)?$",
    "^(invoice|booking|visit|event|donation) ?(date|day|datum|time|timestamp|date ?time)( .*)?$",
    "^(gift|payment) ?(date|day|datum|time|timestamp|date ?time)( .*)?$",
    "^(return|refund|cancellation) ?(date|day|datum|time|timestamp|date ?time)( .*)?$",
    "^(bestell|kauf|rechnungs) ?(date|day|datum|time|timestamp|date ?time)( .*)?$",
    "^(buchungs|storno|kuendigungs) ?(date|day|datum|time|timestamp|date ?time)( .*)?$",
    "^date (de |d )?(commande|achat|vente|facture|annulation|resiliation)$",
    "^(bestelldatum|kaufdatum|rechnungsdatum|buchungsdatum)$",
    "^(stornodatum|kuendigungsdatum|kundigungsdatum|auftragsdatum|belegdatum|verkaufsdatum|bondatum|transaktionsdatum|besteldatum|orderdatum|factuurdatum|aankoopdatum)$",
    "^(fecha|data|datum|dt) (de |de la |del |da |do |di |dell |van )?(la )?(pedido|compra|venta|factura|transaccion|alta|encomenda|venda|transacao|ordine|acquisto|vendita|fattura|bestelling|aankoop|order|evento)$",
    "^date (de |d |de la )?(ticket|transaction|panier|creation)$",
    "^(close|won) date$|^date won$",
  ),
  anyOf(
    "^(ordered|purchased|placed|sold|booked|visited)( ?(at|on|date|am|utc))*$",
    "^(donated|cancelled|canceled|bestellt|gekauft|storniert)( ?(at|on|date|am|utc))*$",
  ),
  anyOf(
    "^(created|creation|date created|processed|occurred|event)( ?(at|on|date|time|utc|gmt))*$",
    "^(erstellt|angelegt|cree|creado|criad[oa]|creato|aangemaakt|gemaakt|utworzono|skapad|oprettet|vytvoreno)( (am|le|el|em|il|op|den|dne|dnia))?$",
    "^(date|datetime|date time|timestamp|time|day|datum|tag|jour|date utc|date gmt|fecha|data|fecha hora|fecha y hora|data e ora|data hora|date heure|ts|zeitpunkt|zeitstempel|dia|giorno|dag)$",
    "^(event|occurred|created|client|server|received|local)( ?(at|on|date|time|utc|timestamp|datetime))+$",
    "^(post|order) date( gmt)?$",
    "^(bestallningsdatum|kopdatum|fakturadatum|ordredato|kobsdato|kjopsdato|fakturadato|bestillingsdato|tilauspaiva|tilauksen pvm|ostopaiva|rendeles (datuma|ideje)|data comenzii|data comanda|siparis tarihi|datum (objednavky|prodeje|nakupu)|data (zamowienia|zlozenia|sprzedazy|faktury|zakupu)|tarih|paivamaara|pvm|dato)$",
  ),
  /^(paid|completed|date paid|date completed|captured|bezahlt)( ?(at|on|date|utc|am))*$/,
];

const ofPerson = saying(
  "birth|born|dob|birthday|birthdate|geburt\\w*|naissance|nacimiento|nascimento|nascita|geboorte\\w*",
);

/** Names of other dates of the order or the person. */
const otherTimeNames = saying(
  "birth|born|dob|birthday|geburt\\w*|naissance|updated?|modified|shipped|shipping|delivered",
  "delivery|fulfilled|expir\\w*|due|valid|until|imported?|exported?|refunded|closed|last",
  "lieferdatum|versand\\w*|livraison|expedition|envio|entrega|nacimiento|nascimento|nascita|vencimiento|vencimento|scadenza|spedizione|consegna|levering|geboorte\\w*|faelligkeit\\w*|falligkeit\\w*|fallig|faellig|promised?|requested|approved|estimated|carrier|trial|period",
  "geandert|geaendert|aktualisiert|modifie|modificad[oa]|modificato|gewijzigd|zmieniono|andrad|zmeneno|skickad|odeslan\\w*|dorucen\\w*|dostaw\\w*|leverans\\w*",
);
/** Names of dates of what comes of an order without taking it back. */
const laterTimeNames = saying(
  "lieferung|leverdatum|leveringsdato|wysylki|wyslano|afsendt|sendt|toimitus\\w*|toimitettu|szallitas\\w*|kiszallit\\w*|livrare|livrat|teslimat|kargo\\w*|expedice|expedovano|platnosci|betaldatum|forfall\\w*|termin\\w*|deadline|terminy?|scheduled|planned|collected|collection|dispatch\\w*|despatch\\w*|pick ?up|return by|abholung|refund\\w*|erstattet|rembours\\w*|reembols\\w*|rimbors\\w*|terugbetaald|zwrotu|zwrocono|aterbetal\\w*|vraceno|paid|bezahlt|paye|regle|pagado|pagad[oa]|pagamento|betaald|zaplacono|betald|zaplaceno|payout|settle\\w*|export\\w*|sync\\w*",
);
const cancelling =
  /\b(cancel\w*|cxl|void\w*|storn\w*|kuendig\w*|kundig\w*|annul\w*|annull\w*|geannul\w*|anul\w*|makuler\w*|avbrut\w*|avbest\w*|zrusen\w*|stornir\w*|peru(ttu|u\w+)|lemond\w*|torolve|iptal|otkazan\w*|resili\w*|churn\w*|unsubscrib\w*|rejected|declined)\b/;

const dateShape = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|^(19|20)\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])$/;

export const isDate = (column: ReadColumn): boolean =>
  column.column.data_type === "date" ||
  isDayNumber(column) ||
  isCompact(column) ||
  (timeNames.some((pattern) => pattern.test(column.words)) &&
    (surelyLooksLike(dateShape, column) || looksLikeEpoch(column)));

const compactDate =
  /^(19|20|25|1[34])\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(([01]\d|2[0-3])[0-5]\d[0-5]\d)?$/;
/** `20250831`, with or without a time, in each row: hardly any numbers of as many digits are all days. */
const isCompact = ({ examples, column: { data_type } }: ReadColumn): boolean =>
  data_type === "number" && examples.length > 2 && examples.every((text) => compactDate.test(text));

export const nameOfDate = anyOf(
  "\\b(date|day|datum|timestamp|time|fecha|data|jour|tag|dia|giorno|dag)\\b|datum$|zeitpunkt",
  "\\b(at|on|since|until)$",
);
const minutesOfDay = 1440;
/** The decimals of a day are rounded to seconds. */
const isClock = (text: string): boolean => {
  const minutes = Number(text.replace(",", ".")) * minutesOfDay;
  return /^\d{5}[.,]\d{3,}$/.test(text) && Math.abs(minutes - Math.round(minutes)) < 0.02;
};

/**
 * The days since 1899 that a spreadsheet stores, from 1970 to 2064, where it was saved without the formats of
 * its dates: by its column's name, also where it says what was cancelled, or by decimals that are times of the day.
 */
export const isDayNumber = ({ words, examples, column: { data_type, min, max } }: ReadColumn): boolean =>
  data_type === "number" &&
  typeof min === "number" &&
  typeof max === "number" &&
  min >= spreadsheetDay1970 &&
  max < 60_000 &&
  (nameOfDate.test(words) ||
    cancelling.test(words) ||
    timeNames.some((pattern) => pattern.test(words)) ||
    (examples.length > 1 && examples.every(isClock)));

/** The column as a date of an event. */
export const dateField = (column: ReadColumn): FieldMapping => ({
  column_name: column.name,
  ...(isDayNumber(column) && { format: "date_spreadsheet_days" }),
});

/** Seconds or milliseconds since 1970, in this century. */
const looksLikeEpoch = ({ column: { data_type, min, max } }: ReadColumn): boolean =>
  data_type === "number" &&
  typeof min === "number" &&
  typeof max === "number" &&
  ((min > 9e8 && max < 3e9) || (min > 9e11 && max < 3e12) || (min > 9e14 && max < 3e15));

/**
 * The most likely date; in a file of cancellations, that of the cancellation. Null where no date is that of
 * the event.
 */
export const proposeEventTime = (
  columns: readonly ReadColumn[],
  isCancelling: boolean,
): ReadColumn | null => {
  const dates = columns.filter((column) => isDate(column) && !otherTimeNames.test(column.words));
  if (isCancelling) {
    const cancellation = dates.find(({ words }) => cancelling.test(words));
    if (cancellation) return cancellation;
  }
  const others = dates.filter(({ words }) => !cancelling.test(words));
  for (const pattern of timeNames) {
    const found = others.find(({ words }) => pattern.test(words));
    if (found) return found;
  }
  // An order always has its date; what comes of it later has one only if it did.
  return others.toSorted(fullestFirst)[0] ?? null;
};

const fullestFirst = (a: ReadColumn, b: ReadColumn): number => {
  const varies = Number(isOfOneDay(a)) - Number(isOfOneDay(b));
  const [fuller, earlier] = [b.column.fill_rate - a.column.fill_rate, startOf(a) - startOf(b)];
  return varies !== 0 ? varies : Math.abs(fuller) > 0.02 ? fuller : earlier;
};

const isOfOneDay = ({ column: { distinct_count: distinct = 0 } }: ReadColumn): boolean => distinct < 2;

/** The first day; the last of all where it is not known. */
const startOf = ({ column: { min } }: ReadColumn): number =>
  typeof min === "string" ? Date.parse(min) : Number.MAX_SAFE_INTEGER;

/** A date beside that of the event whose name says nothing. */
export const isDateOfUnknown = (column: ReadColumn): boolean =>
  isDate(column) &&
  ![...timeNames, otherTimeNames, laterTimeNames, ofPerson].some((names) => names.test(column.words));

/** Names of the end of what a person has, but for those that may be of anything else. */
const leaving = anyOf(
  cancelling.source,
  "\\b(left|leaving|leave date|departed|departure|terminat\\w*|lapsed|exit|exited|resigned|quit)\\b",
  "\\b(austritt\\w*|abgang\\w*|baja|disdetta|cessazione|opzeg\\w*|uitschrij\\w*|desligamento|saida|sortie)\\b",
);

/** The date on which customers left, in a file that has no other date; null in any other file. */
export const proposeLeavingTime = (columns: readonly ReadColumn[]): ReadColumn | null => {
  const dates = columns.filter((column) => isDate(column) && column.column.fill_rate > 0);
  const others = dates.filter(({ words }) => !leaving.test(words) && !ofPerson.test(words));
  return others.length === 0 ? (dates.find(({ words }) => leaving.test(words)) ?? null) : null;
};

/** The date on which the event was cancelled; null without such a column. */
export const proposeCancellationTime = (columns: readonly ReadColumn[]): ReadColumn | null =>
  columns.find((column) => isDate(column) && cancelling.test(column.words) && column.column.fill_rate > 0) ??
  null;
