// Amounts of a file: the columns that are totals, prices, quantities, discounts and refunds, and the value of
// an event that they make: a total that the order has once, the sum of its lines, or quantity times price.

import type { FieldMapping } from "../data/dataset.js";
import { amountShape, anyOf, moneyShape, type ReadColumn, saying, surelyLooksLike } from "./column.js";
import { namesCurrency } from "./currency.js";
import type { Grouping } from "./previewed-file.js";

/** Words of tax and currency that say nothing about which amount it is. */
const noise = saying(
  "brutto|netto|gross|net|ttc|ht|tax|vat|mwst|ust|iva|tva|btw|moms|dph|incl|excl|inc|ex|exc|with|without|con|sin|com|sem|avec|sans|mit|ohne|bez",
  "inkl|exkl|inklusive|exklusive|inclus[aoe]?|esclus[aoe]?|incluid[ao]|lord[oa]|nett[oa]",
  "eur|usd|gbp|chf|brl|mxn|cad|aud|euro|euros|dollars?|in|de|del|della|da|do|la|le|du|der|des|paid|purchased|base|collected|paye|pagad[oa]|pagat[oa]|pago|bezahlt|betaald",
  "cents?|centimes?|minor|units?|pence|centavos?",
);
const bare = (words: string): string =>
  words.replace(new RegExp(noise.source, "g"), " ").replace(/\s+/g, " ").trim();

/** `Montant total de la commande`, `Importe total del pedido`: said of the order, which all amounts here are of. */
const ofTheOrder =
  / (of|de|d|del|della|dell|do|da|der|des|du|van) ((the|la|le|l|het|de) )?(order|commande|pedido|ordine|bestellung|bestelling|encomenda|compra|achat)$/;

/** Names of an order's total, most certain first. */
const orderTotals: readonly RegExp[] = [
  anyOf(
    "^(order|grand|invoice|transaction|sale|basket|receipt|purchase|booking|cart|payment|check|ticket|doc|document|bill) ?total$",
    "^(order|invoice|transaction|basket|receipt|purchase|booking|ticket) ?(amount|value|sum|revenue)$|^price total$",
    "^total (order|amount|price|value|sales|spent|revenue|bill|charge|sum)$|^(amount )?total$|^totals?$",
    "^(gesamt(betrag|summe|wert)|bestell(summe|wert|betrag)|auftrags(summe|wert)|rechnungs(betrag|summe)|warenkorbwert|endbetrag|endsumme|summe|bonsumme)$",
    "^(montant|prix|total) (total|commande|facture|panier)$|^total (montant|prix)$|^montant$|^panier total$",
    "^(importe|valor|precio|preco|monto) (total|pedido|factura|venta|venda|compra)$|^total (pedido|factura|venta|venda|compra|pagado|pago)$",
    "^(totale|importo totale|totale ordine|totale fattura|importo ordine|totaal|totaalbedrag|orderbedrag|factuurbedrag)$",
    "^(suma zamowienia|wartosc zamowienia|kwota zamowienia|ordersumma|ordertotal|ordrebelob|ordrebelop|ordresum|totalbelopp|totalbelob|totalbelop|celkova (cena|castka)|cena objednavky|tilauksen summa|loppusumma|rendeles osszege|siparis tutari|faturalanacak tutar|fatura tutari|odenen tutar|toplam tutar|genel toplam|total comanda|valoare comanda)$",
    "^(totale|total|importe|montant|betrag|wartosc) (documento|doc|document|dokument|dokumentu|da pagare|pagato)$",
  ),
  anyOf(
    "^(sales|converted|order|payment|donation|gift|gift aid|spend|net|gross|tran|trans|txn|tx|purchase|(subscription )?plan)? ?(amount|amt|revenue|sales|value|spend|spent|worth)$",
    "^(umsatz|betrag|wert|zahlbetrag|importe|monto|valor|importo|bedrag|omzet|chiffre affaires|ca|ventas|vendas|fatturato|mrr|arr)$",
    "^(gross|brutto|bruto|lordo|net|netto)( (eur|usd|gbp|chf))?$|^amount .*$|^(mrr|arr) amount$|^(dollar|euro)s?( value)?$",
    "^(suma|razem|kwota|do zaplaty|summa|totalt|belopp|att betala|at betale|a betale|belob|belop|i alt|celkem|castka|k uhrade|suma spolu|ukupno|summa yhteensa|yhteensa|osszesen|vegosszeg|toplam|toplam tutar|tutar)$",
  ),
];
const lineTotals = anyOf(
  "^(line|item|row|product|position|extended|ext) ?(total|amount|value|price|sum|revenue|sales)$",
  "^(net|gross)? ?sales( value)?$|^sub ?total$|^order sub ?total$|^total (line|item|price|product)$",
  "^(gesamt|gesamtpreis|positions(summe|betrag|preis|wert)|zeilensumme|zwischensumme|artikelsumme|warenwert)$",
  "^(total|montant|prix total) ?(ligne|article|produit)$|^(montant )?sous total$|^prix total$|^(total|importe|valor|subtotal) ?(linea|articulo|producto|item|linha|produto)$",
  "^(totale|importo) (riga|articolo|prodotto)$|^(regel|regeltotaal|totaal regel|subtotaal|totale prezzo)$|^subtotale$",
  "^(suma|wartosc|kwota) (pozycji|wiersza|brutto pozycji)$|^wartosc( brutto| netto)?$|^(radsumma|radbelopp|radtotal|linjesum|linjetotal|linjebelob|linjebelop|rivisumma)$",
  "^(cena celkem|celkem za polozku|cena polozky|tetel osszeg|tetelosszeg|sorosszeg|total linie|valoare linie|valoare)$",
);
const unitPrices = anyOf(
  "^(unit|item|piece|single|product|list|selling|sale)? ?(price|cost)( each| per unit| unit)?$|^price each$|^rate$",
  "^(einzelpreis|stueckpreis|stuckpreis|preis|vk preis|artikelpreis|verkaufspreis)$",
  "^prix( unitaire| unit| produit| article)?$|^pu$|^(precio|preco)( unitario| unidad| produto| producto)?$|^valor unitario$",
  "^prezzo( unitario| articolo)?$|^(stukprijs|prijs|eenheidsprijs)$",
  "^cena( (jednostkowa|brutto|netto|jednostkowa brutto|jednostkowa netto|za kus|kus|ks|za szt|szt))?$|^jednotkova cena$|^(a pris|apris|styckpris|enhetspris|stykpris|stykkpris|enhedspris|pris)$",
  "^(yksikkohinta|kappalehinta|hinta|egysegar|pret unitar|pret|birim fiyat[iı]?|fiyat)$",
);
const quantities = anyOf(
  "^(line ?item|item|product|order|purchased|shipped|sold)? ?(quantity|qty|units|pieces|pcs)( .*)?$|^(count|quantity|qty) ?(purchased|ordered|sold|items)?$",
  "^(menge|anzahl|stueck|stuck|stueckzahl|stuckzahl)$|^(quantite|qte|nombre|qte commandee|quantite commandee)( .*)?$",
  "^(cantidad|unidades|cant|quantidade|qtd|qtde|quantita|qta|aantal|hoeveelheid|stuks)( .*)?$",
  "^(pezzi|pz|piezas|pecas)$|^(sztuk|sztuki|szt|ilosc|liczba sztuk)$|^(pocet|pocet kusu|pocet kusov|pocet ks|kusu|kusy|ks|mnozstvi|mnozstvo)$",
  "^(antal|antall|styck|stk|maara|kappaletta|mennyiseg|darab|darabszam|db|cantitate|bucati|buc|adet|miktar|kolicina|kom)$",
);
const shippings = anyOf(
  "^(shipping|postage|carriage|freight|delivery)( ?(total|cost|costs|amount|charge|charges|fee|price|paid|handling|and handling))?$",
  "^(versand|versandkosten|porto|lieferkosten|frachtkosten)$|^(frais port|frais livraison|livraison|port)$",
  "^(gastos envio|envio|costo envio|coste envio|portes|frete|valor frete|spedizione|spese spedizione|costi spedizione|verzendkosten|verzending)$",
  "^(koszt (dostawy|wysylki)|dostawa|wysylka|przesylka|frakt|fraktkostnad|fragt|fragtpris|forsendelse|doprava|cena dopravy|postovne|preprava|toimitus|toimituskulut|postikulut|szallitas|szallitasi (koltseg|dij)|transport|cost livrare|kargo|kargo ucreti)$",
);
const refundedAmounts = anyOf(
  "^(amount|total|price total|order|value|payment)? ?(refund|refunded|returned)( ?(amount|total|value))?$|^refunds?$",
  "^(erstattungsbetrag|erstattet|erstatteter betrag|rueckerstattung|ruckerstattung|gutschriftbetrag)$",
  "^(kwota zwrotu|zwrot|zwrocono|zwrocona kwota|zwroty|aterbetalt|aterbetalning|aterbetalt belopp|aterbetalat( belopp)?|refunderet|refunderet belob|refundert|refundert belop|tilbagebetalt|tilbakebetalt|vraceno|vracena castka|vratene|vratena suma|palautettu|palautus|palautettu summa|hyvitys|visszateritett( osszeg)?|visszaterites|rambursat|suma rambursata|iade|iade tutari|iade edilen)$",
  "^(montant)? ?rembourse\\w*$|^(importe|monto|valor)? ?(total )?(reembolsad[oa]|reembolso|devuelto|devolvido|estornado)$|^(importo )?rimborsat[oi]$|^rimborso$|^terugbetaald( bedrag)?$",
);
/** Names of a line's discount in money. */
const discounts = anyOf(
  "^(line ?item|item|line|product|total)? ?discounts?( ?(amount|value|total))?$|^(rabatt|rabattbetrag|nachlass|remise|montant remise|descuento|importe descuento|desconto|valor desconto|sconto|korting)$",
  "^(regelkorting|kortingsbedrag|positionsrabatt|remise ligne|descuento linea|dto|sconto riga|desconto item|rabat|rabat pozycji|kwota rabatu|radrabatt|rabattbelopp|rabatbelob|sleva|sleva polozky|vyse slevy|zlava|alennus|kedvezmeny|reducere|indirim)$",
);
const cents = /\b(cents?|centimes?|minor( units?)?|pence|centavos?)\b/;
const notAmounts = saying(
  "rabat\\w*|radrabatt|rabattbelopp|sleva|slevy|zlava|alennus|kedvezmeny|reducere|indirim|kortings\\w*|regelkorting|steuer\\w*|impuesto\\w*|imposto\\w*|imposta|podatek|podatku|gebuhr|gebuehr|frais|commissions?|comision|tarifa|comissao|taxa|commissione|transactiekosten|prowizja|avgift|provision|provize|poplatek|gebyr|jutalek|komisyon",
  "marge|margin|margem|margen|marza|marginal|profit|gewinn|rohertrag|deckungsbeitrag|einkaufspreis|coste|costo|custo|inkoopprijs|inkopspris|nakupni|zakupu",
  "pendiente|pendente|saldo|offen|offener|restbetrag|openstaand|pozostalo|utestaende|zbyva|restante|reste|points?|punkte|bonuspunkte|treuepunkte|puntos|pontos|punti|spaarpunten|punkty|poang|body",
  "tax|taxes|vat|mwst|ust|tva|iva|btw|moms|dph|discount|rabatt|remise|descuento|desconto|sconto|korting|fee|fees|tip|tips|outstanding|balance|due|adjusted|credits?",
  "points|count|rate|percent|id|number|no|items|age|year|month|week|lat|lng|longitude|latitude|weight|gewicht",
);

/** `incl. VAT`, `sin IVA`, `IVA esclusa`: with or without the tax, and not the tax. */
const withTax = new RegExp(
  "\\b(incl?|inclusive|inkl|inklusive|excl?|exclusive|exkl|exklusive|ex|exc|with|without|con|sin|com|sem|avec|sans|hors|mit|ohne|met|zonder|s|z|bez) (tax|vat|mwst|ust|iva|tva|btw|moms|dph)\\b|" +
    "\\b(tax|vat|mwst|iva|tva|btw|moms|dph) (incl|excl|inclus|esclus|compris|incluid)\\w*\\b",
  "g",
);

const isNumeric = (column: ReadColumn): boolean =>
  column.column.data_type === "number" || surelyLooksLike(amountShape, column);
const isCodeLike = ({ words }: ReadColumn): boolean =>
  /\b(id|no|nr|number|nummer|code|sku|plz|zip|year)\b/.test(words);

/** The columns of a file that are amounts, by what they are. */
export interface Amounts {
  orderTotals: ReadColumn[];
  lineTotals: ReadColumn[];
  unitPrices: ReadColumn[];
  quantities: ReadColumn[];
  shippings: ReadColumn[];
  refunded: ReadColumn[];
  discounts: ReadColumn[];
}

export const readAmounts = (columns: readonly ReadColumn[]): Amounts => {
  const numeric = columns.filter(
    (column) =>
      column.role === null && isNumeric(column) && column.column.fill_rate > 0 && !isCodeLike(column),
  );
  const named = (pattern: RegExp) =>
    numeric.filter(({ words }) =>
      [bare(words), words, bare(words.replace(ofTheOrder, ""))].some((name) => pattern.test(name)),
    );
  const refunded = named(refundedAmounts);
  const isAmount = (column: ReadColumn) =>
    !notAmounts.test(column.words.replace(withTax, "")) && !refunded.includes(column);
  const totals = orderTotals.flatMap((pattern) => named(pattern).filter(isAmount));
  const [ofLines, prices] = [named(lineTotals).filter(isAmount), named(unitPrices)];
  // `Item price` beside a quantity is that of one piece.
  const ofPieces = named(quantities).length > 0 ? prices : [];
  return {
    orderTotals: paidFirst(grossFirst([...new Set(totals)]), columns),
    lineTotals: paidFirst(
      totalsFirst(grossFirst(ofLines.filter((column) => !ofPieces.includes(column)))),
      columns,
    ),
    unitPrices: grossFirst(prices),
    quantities: named(quantities),
    shippings: numericIn(columns, shippings),
    refunded,
    discounts: named(discounts),
  };
};

const noMoney = saying(
  "lat|lng|latitude|longitude|rate|percent|pct|score|rating|weight|gewicht|poids|peso|age|hours|minutes|seconds|duration|km|miles",
);

/** The columns that look like amounts of a sale, where none is called one; with cents, or else any numbers. */
export const likelyAmounts = (amounts: Amounts, columns: readonly ReadColumn[]): ReadColumn[] => {
  const { orderTotals, lineTotals, unitPrices } = amounts;
  if (orderTotals.length + lineTotals.length + unitPrices.length > 0) return [];
  const unnamed = unnamedAmounts(amounts, columns, amountShape).filter(
    (column) => !isCodeLike(column) && (column.column.distinct_count ?? 0) > fewestAmounts,
  );
  const withCents = unnamed.filter((column) => surelyLooksLike(moneyShape, column));
  return withCents.length > 0 ? withCents : unnamed;
};

/** Quantities and numbers of lines have fewer values. */
const fewestAmounts = 20;

/** Columns that look like money, and whose names say nothing. */
export const unnamedAmounts = (
  amounts: Amounts,
  columns: readonly ReadColumn[],
  shape = moneyShape,
): ReadColumn[] =>
  namelessIn(amounts, columns).filter(
    (column) => column.column.fill_rate > 0.3 && surelyLooksLike(shape, column),
  );

/** Amounts that some events do not have, and whose names say nothing. `fill`: share of the rows of events. */
export const unreadAmounts = (amounts: Amounts, columns: readonly ReadColumn[], fill: number): ReadColumn[] =>
  namelessIn(amounts, columns).filter(
    (column) =>
      !isCodeLike(column) &&
      !noRefund.test(column.words) &&
      isNumeric(column) &&
      (column.column.min === 0 || column.column.fill_rate < mostFilled * fill) &&
      (column.column.distinct_count ?? 0) > 1 &&
      column.examples.some((text) => withDecimals.test(text)),
  );

/** Columns that are no amount that is known, and whose names do not say that they are something else. */
const namelessIn = (amounts: Amounts, columns: readonly ReadColumn[]): ReadColumn[] => {
  const known = Object.values(amounts).flat();
  return columns.filter(
    (column) =>
      !known.includes(column) &&
      column.role === null &&
      !notAmounts.test(column.words.replace(withTax, "")) &&
      !noMoney.test(column.words),
  );
};

/** Names of what was paid, and of what is in the amount. */
const noRefund = saying(
  "paid|payments?|prepaid|deposits?|bezahlt|gezahlt\\w*|anzahlung|paye|regle|pagad[oa]|pagat[oa]|pago|betaald|zaplacono|wplaty|betalt|zaplaceno|uhrazeno",
  "coupons?|vouchers?|gift ?cards?|gutschein\\w*|bon de reduction|cupon|cupom|buono( sconto)?|kupon|kupong|tips?|duty|duties|insurance|handling|surcharge|packaging|wrapping",
  "net|nett[oa]?|netto\\w*|ht|imponibile|base imponible|liquid[oa]|zaklad( dane)?|gross|brutto\\w*|subtotals?|converted|exchange|settlement",
);

/** Refunds are rarer. */
const mostFilled = 0.6;
const withDecimals = /\d[.,]\d{1,2}(\D|$)/;

/** `Shipping` alone reads as a role and not as an amount. */
const numericIn = (columns: readonly ReadColumn[], pattern: RegExp): ReadColumn[] =>
  columns.filter(
    (column) => isNumeric(column) && (pattern.test(bare(column.words)) || pattern.test(column.words)),
  );

/** Columns in order: the amount that the customer pays comes before the one net of tax. */
const grossFirst = (columns: ReadColumn[]): ReadColumn[] => {
  const isNet = ({ words }: ReadColumn) =>
    /\b(nett?[oa]?|ht|excl?|exkl|ex|without|sin|sem|sans|ohne|zonder|bez|esclus[aoe]|liquid[oa])\b/.test(
      words,
    );
  return columns.toSorted((a, b) => Number(isNet(a)) - Number(isNet(b)));
};

const discountName =
  /\b(discounts?|rabatte?|remises?|descuentos?|descontos?|sconti|sconto|kortingen|korting)\b/;

/** Gross and net sales of a till are before and after discounts: what the customer pays is net of them. */
const paidFirst = (columns: ReadColumn[], all: readonly ReadColumn[]): ReadColumn[] => {
  if (!all.some(({ words }) => discountName.test(words))) return columns;
  const withoutGross = (words: string) => words.replace(/^gross /, "net ");
  const isBeforeDiscount = ({ words }: ReadColumn) =>
    /^gross /.test(words) && columns.some((other) => other.words === withoutGross(words));
  return columns.toSorted((a, b) => Number(isBeforeDiscount(a)) - Number(isBeforeDiscount(b)));
};

/** Amounts that name their currency, where a column has several: they are all in one. */
export const inOneCurrency = (amounts: Amounts): Amounts => {
  const first = (columns: ReadColumn[]) =>
    columns.toSorted((a, b) => Number(namesCurrency(b)) - Number(namesCurrency(a)));
  return { ...amounts, orderTotals: first(amounts.orderTotals), lineTotals: first(amounts.lineTotals) };
};

/** `Line: Price` may be that of one piece, beside a `Line: Total`. */
const totalsFirst = (columns: ReadColumn[]): ReadColumn[] =>
  columns.toSorted((a, b) => Number(isPriced(a)) - Number(isPriced(b)));
const isPriced = ({ words }: ReadColumn): boolean => /\b(price|value|preis|prix|precio)\b/.test(words);

export interface FoundValue {
  field: FieldMapping;
  /** Amount of a refund row, where it is not that of the value. */
  refundField?: FieldMapping;
  columns: ReadColumn[];
  /** Amount given back, on the rows of the event itself: the value is less it. */
  refunded?: FieldMapping;
}

const most = 0.97;
const [mostlySame, differing] = [0.6, 0.4];
/** Rows of refunds have amounts of their own, so one that most orders have in common is the order's beside others that differ. */
const isOnceInOrder = (
  { name }: ReadColumn,
  lines: Grouping,
  others: readonly ReadColumn[] = [],
): boolean => {
  const same = (column: string) => lines.constant[column] ?? 0;
  const isBesideOthers = others.some((other) => same(other.name) <= differing);
  return (
    same(name) >= (isBesideOthers ? mostlySame : most) ||
    (lines.once[name] ?? 0) >= most ||
    (lines.alike[name] ?? 0) >= most
  );
};

/** Fewer orders of several lines may have equal ones by chance. */
const fewestOrders = 5;

/** An amount that all lines of an order have is the order's, whatever it is called. */
const isOfWholeOrder = ({ name }: ReadColumn, lines: Grouping): boolean =>
  (lines.alike[name] ?? 0) >= most || (lines.repeated >= fewestOrders && (lines.uniform[name] ?? 0) >= most);

/** The value of an event that is one row; null where there is none. */
export const valueOfRow = (amounts: Amounts): FoundValue | null => {
  const found = amountOfRow(amounts);
  if (!found) return null;
  const refunded = found.refunded && withoutAggregate(found.refunded);
  return { ...found, field: withoutAggregate(found.field), ...(refunded && { refunded }) };
};

const withoutAggregate = ({ aggregate: _, ...field }: FieldMapping): FieldMapping => field as FieldMapping;

const amountOfRow = (amounts: Amounts): FoundValue | null => {
  const {
    orderTotals: totals,
    lineTotals: ofLines,
    unitPrices: prices,
    quantities: [quantity],
    refunded,
  } = amounts;
  const total = totals[0] ?? ofLines[0] ?? (quantity ? undefined : prices[0]);
  if (total) return { ...valueOfTotal(total), ...lessRefunded(refunded[0]) };
  const price = prices[0];
  return quantity && price
    ? { ...productOf(quantity, price, amounts.discounts[0]), ...lessRefunded(refunded[0]) }
    : null;
};

/** The value of an event that is several rows. `lines`: the rows grouped by the event's key. */
export const valueOfLines = (amounts: Amounts, lines: Grouping): FoundValue | null => {
  const {
    orderTotals: totals,
    lineTotals: ofLines,
    unitPrices: prices,
    quantities: [quantity],
    refunded,
  } = amounts;
  const others = [...ofLines, ...prices];
  const once =
    totals.find((column) => isOnceInOrder(column, lines, others)) ??
    ofLines.find((column) => isOfWholeOrder(column, lines));
  const line = [...ofLines, ...totals].find((column) => !isOnceInOrder(column, lines, others)) ?? ofLines[0];
  const back = lessRefunded(refunded[0], lines);
  if (once)
    return {
      field: { ...partOf(once), aggregate: "first" },
      columns: [once],
      ...back,
      ...(line && { refundField: { column_name: line.name, aggregate: "sum" } }),
    };
  const whole = [...totals, ...ofLines].find(({ name }) => (lines.doubled[name] ?? 0) >= most);
  if (whole) return { field: { ...partOf(whole), aggregate: "max" }, columns: [whole], ...back };
  const shipping = amounts.shippings.find(({ name }) => isOnFirstRow(name, lines));
  if (line) return { ...sumOf(line, shipping), ...back };
  const price = prices[0];
  if (quantity && price) {
    const discount = amounts.discounts.find(
      (column) => !isOnceInOrder(column, lines) || isOnFirstRow(column.name, lines),
    );
    return { ...productOf(quantity, price, discount), ...back };
  }
  return price ? { ...sumOf(price, undefined), ...back } : null;
};

/** Filled in one row of an order, so that a sum over its rows counts it once. */
const isOnFirstRow = (name: string, lines: Grouping): boolean => (lines.once[name] ?? 0) >= most;

const formatOf = ({ words }: ReadColumn) => (cents.test(words) ? { format: "currency_cents" as const } : {});
const partOf = (column: ReadColumn) => ({ column_name: column.name, ...formatOf(column) });

const valueOfTotal = (total: ReadColumn): FoundValue => ({ field: partOf(total), columns: [total] });

/** The amount that was given back: once for the order, or of each of its lines. */
const lessRefunded = (refund: ReadColumn | undefined, lines?: Grouping): Pick<FoundValue, "refunded"> =>
  refund
    ? { refunded: { ...partOf(refund), aggregate: !lines || isOfOrder(refund, lines) ? "first" : "sum" } }
    : {};

const mostly = 0.9;
/** Most orders have no refund, so only those that have one tell. */
const isOfOrder = ({ name }: ReadColumn, lines: Grouping): boolean =>
  (lines.uniform[name] ?? 1) >= mostly || isOnFirstRow(name, lines);

const productOf = (quantity: ReadColumn, price: ReadColumn, discount?: ReadColumn): FoundValue => {
  const columns = [quantity, price, ...(discount ? [discount] : [])];
  const combine = discount ? "discounted_product" : "product";
  return { field: { columns: columns.map(partOf), combine, aggregate: "sum" }, columns };
};

const sumOf = (line: ReadColumn, shipping: ReadColumn | undefined): FoundValue =>
  shipping
    ? {
        field: { columns: [partOf(line), partOf(shipping)], combine: "sum", aggregate: "sum" },
        columns: [line, shipping],
      }
    : { field: { ...partOf(line), aggregate: "sum" }, columns: [line] };

const minInDoubt = 100;

/** All examples are whole numbers of at least 100, so they may be cents. */
export const mayBeCents = ({ words, examples, column: { data_type } }: ReadColumn): boolean =>
  data_type === "number" &&
  !cents.test(words) &&
  examples.length > 0 &&
  examples.every(
    (text) => /^-?\d+$/.test(text) && (Number(text) === 0 || Math.abs(Number(text)) >= minInDoubt),
  );
