// Statuses of orders in the languages of shops: which say that an order does not count, and which rows are
// refunds. A status is known only after the order, so it is never an input.

import type { ColumnCondition } from "../resource/condition.js";
import { plainWords } from "../resource/name-rule.js";
import { anyOf, type ReadColumn, saying } from "./column.js";

const mostStatuses = 12;

/** Part of an order: what is left of it counts. */
const partial =
  /\b(part\w*|teil\w*|parcial\w*|parzial\w*|gedeeltelijk\w*|some|czesc\w*|delvis|delvist|castec\w*|ciastoc\w*|osittain|reszben|reszleges\w*|kismi|kismen|djelomic\w*|delno)\b/;
/** Denied: `not cancelled`, `non annulé`. */
const denied = /^(not|no|non|nicht|niet|kein|sin|nao|un)\b/;

const cancelled = saying(
  "cancel\\w*|cxl|void|voided|declined|denied|insufficient\\w*|unsuccessful\\w*|fail(s|ed|ure)?|rejected|expired|abandoned|deleted|trash\\w*|draft|incomplete|error|fraud\\w*",
  "storn\\w*|annull\\w*|fehlgeschlagen|gescheitert|verweigert|abgelehnt|abgebrochen|abgelaufen|verfallen|entwurf|fehler|geloescht|unvollstandig",
  "annul\\w*|echou\\w*|echec|refuse\\w*|rejete\\w*|abandonne\\w*|brouillon|erreur|expire\\w*",
  "anulad\\w*|cancelad\\w*|fallid\\w*|rechazad\\w*|denegad\\w*|declinad\\w*|caducad\\w*|borrador|recusad\\w*|rejeitad\\w*|negad\\w*|falh\\w*|rascunho|expirad\\w*",
  "fallit\\w*|rifiutat\\w*|bozza|scadut\\w*|errore|geannuleerd\\w*|negat[oa]|mislukt\\w*|geweigerd\\w*|afgewezen|verlopen|concept",
  "anulow\\w*|odrzuc\\w*|nieudan\\w*|niepowodzenie|wygas\\w*|szkic|robocz\\w*|makuler\\w*|avbrut\\w*|avbest\\w*|misslyck\\w*|nekad\\w*|utkast|zrusen\\w*|zamitnut\\w*|zamietnut\\w*|neuspesn\\w*|afvist|udkast|kladde|avvist|mislykket|peru(ttu|u\\w+)|hylatty|epaonnistu\\w*|luonnos|torolt|torolve|sikertelen|elutasitva|anulat\\w*|esuat\\w*|respins\\w*",
);
const refunded = saying(
  "refund(ed)?|returned|credited|charged ?back|chargeback|money back|reversed",
  "erstattet|ruckerstattet|rueckerstattet|retourniert|zuruckgesendet|zurueckgesendet|gutgeschrieben|retoure",
  "rembourse\\w*|retourne\\w*|reembols\\w*|devuelt\\w*|devolvid\\w*|devolucion|devolucao|estornad\\w*|rimborsat\\w*|restituit\\w*|stornat\\w*",
  "terugbetaald|geretourneerd|retour",
  "zwrocon\\w*|zwrot( srodkow| pieniedzy)?|aterbetal\\w*|returner\\w*|refunder\\w*|tilbagebetalt|tilbakebetalt|vracen\\w*|vraten\\w*|palautettu|hyvitetty|visszateritett|visszateritve|visszakuldve|rambursat\\w*|returnat\\w*",
);
/** Before a sale: what was offered, put into a basket, or promised. */
const offered = saying(
  "quot(e|es|ed|ation|ations)|estimates?|proposals?|rfq|drafts?|pro ?forma|carts?|saved|wish ?list|checkout draft|template|pledges?",
  "angebot\\w*|kostenvoranschlag|entwurf|warenkorb|devis|brouillon|panier|presupuesto|cotizacion|borrador|carrito",
  "orcamento|rascunho|carrinho|preventivo|bozza|carrello|offertes?|concept|winkelwagen|quo|oferta|wycena|offert|nabidka",
  "szkic|koszyk|utkast|varukorg|tilbud|kladde|kurv|koncept|kosik|tarjous|luonnos|ostoskori|ajanlat|piszkozat|kosar|ciorna",
);
const test = anyOf(
  "^(is )?test(s|ing)?$",
  "^test[ -]?(order|bestellung|commande|kauf|purchase|customer|kunde|account|user|mode|modus)",
  "^(commande de test|pedido de prueba|prueba|teste|pedido de teste|ordine di prova|proefbestelling|testbestelling)$",
);

const statusName = saying(
  "status|statut|estado|stato|etat|zustand|bestellstatus|zahlungsstatus|lieferstatus|auftragsstatus|situacao",
  "orderstatus|state of order|order state|current state|situation|deal stage|stage|pipeline stage|phase|verkaufsphase|etapa|fase",
  "situacion|situazione|stav|tila|durum|allapot|stan|stare|olek|staat",
);

/** `State` is a status or a part of the United States. */
export const namesStatuses = ({ values = [] }: Pick<ReadColumn, "values">): boolean =>
  values.some((value) => countsNot(value)) || (values.length > 1 && values.every(isKnownStatus));

const isCalledStatus = ({ words }: ReadColumn): boolean =>
  statusName.test(words) ||
  /status$|\bstat(usu|usz|uszt|usi)\b|\b(durumu|allapota|tilanne|stavu)\b/.test(words);

/** A column that is called a status, and has too many values to list. */
export const isUnlistedStatus = (column: ReadColumn): boolean =>
  column.role === null &&
  isCalledStatus(column) &&
  column.values === undefined &&
  column.column.data_type === "text" &&
  column.column.fill_rate > 0;

export const isStatus = (column: ReadColumn): boolean => {
  const { words, role, values } = column;
  return (
    role === null &&
    (isCalledStatus(column) ||
      (/\bstate\b/.test(words) && namesStatuses({ values: values ?? [] })) ||
      holdsStatuses(column))
  );
};

/** All values are statuses of orders, and one of them is of no sale: whatever the column is called. */
const holdsStatuses = ({ words, values = [] }: ReadColumn): boolean =>
  !kindName.test(words) &&
  !measure.test(words) &&
  values.length >= 2 &&
  values.length <= mostStatuses &&
  values.every(isKnownStatus) &&
  values.some((value) => countsNot(value) && !isYes(value) && !isNo(value));

const kindName = saying(
  "type|kind|typ|art|class|document|doc|belegart|vorgangsart|dokumenttyp|tipo|clase|soort|documentsoort|nature|genre|causale|rodzaj|druh|slag|doklad\\w*|dokument\\w*|record|operation",
);
/** Kinds of documents and of entries in a journal, and not those of products or customers. */
const documentName = saying(
  "document\\w*|doc|doklad\\w*|dokument\\w*|belegart|vorgangsart|transaction type|record type|causale",
);
const sale =
  /^(inv|so|re|sale|sales|sales? (order|invoice|receipt)|invoices?|orders?|payments?|charge|purchase|rechnung|verkauf|auftrag|bestellung|facture|vente|commande|factura|venta|pedido|fattura|vendita|ordine|factuur|verkoop|fatura|venda|faktura|sprzedaz|zamowienie|forsaljning|ordre|prodej|objednavka|recurring|checkout|ft|fv|fac)$/;
const measure = saying(
  "quantity|qty|quantities|units|count|number|amount|total|value|sum|price|menge|anzahl|betrag|summe|wert|preis",
  "quantite|qte|nombre|montant|valeur|prix|cantidad|importe|monto|valor|precio|quantidade|preco|quantita|importo|prezzo|aantal|bedrag|prijs",
);
const isYes = (value: string): boolean =>
  /^(true|yes|y|t|1|1 0|ja|j|oui|o|si|s|sim|tak|ano|wahr|vrai|vero|x)$/.test(plainWords(value));
const isNo = (value: string): boolean =>
  /^(false|no|n|f|0|0 0|nein|non|nao|nee|nie|ne|nej|falsch|faux|falso)$/.test(plainWords(value));

/** Names of flags in languages whose statuses are asked about. */
const cancelledName = saying("anulow\\w*", "makuler\\w*", "avbrut\\w*", "zrusen\\w*");

/** A column that says yes or no, and not how much or how many. */
const isFlag = ({ words, values = [] }: ReadColumn): boolean =>
  (cancelled.test(words) || cancelledName.test(words) || refunded.test(words) || /\btest\b/.test(words)) &&
  !measure.test(words) &&
  values.every((value) => isYes(value) || isNo(value));

const successName =
  /^(is |was )?(success(ful)?|succeeded|approved|captured|erfolgreich|genehmigt|reussie?|approuvee?|exitos[oa]|aprobad[oa]|aprovad[oa]|riuscit[oa]|approvat[oa]|geslaagd|goedgekeurd|udane|zatwierdzone)$/;

/** A column that says whether it came to a sale: no leaves the row out. */
const isSuccess = ({ words, role, values = [] }: ReadColumn): boolean =>
  role === null && successName.test(words) && values.every((value) => isYes(value) || isNo(value));

/** Yes in a few rows, in a column whose name says nothing. */
export const isFlagOfUnknown = ({ words, role, column: { values = [], fill_rate } }: ReadColumn): boolean => {
  const rows = values.reduce((sum, each) => sum + each.rows, 0);
  const yes = values.filter(({ value }) => isYes(value)).reduce((sum, each) => sum + each.rows, 0);
  return (
    role === null &&
    !harmlessFlag.test(words) &&
    !measure.test(words) &&
    values.length > 0 &&
    values.length <= 2 &&
    values.every(({ value }) => isYes(value) || isNo(value)) &&
    yes > 0 &&
    yes * fill_rate <= mostVoid * rows
  );
};

/** Share of the rows: more are no exceptions. */
const mostVoid = 0.3;
const harmlessFlag = saying(
  "newsletter|marketing|consent|opt ?(in|out)|subscribed|gift|gifts?|wrap\\w*|new|first|returning|guest|registered|member|vip|b2b|business|wholesale|company|taxable|tax|vat|exempt|express|priority|pick ?up|digital|shipp\\w*|fulfil\\w*|paid|sent|printed|exported|synced|invoiced?|recurring|subscription|trial|mobile|app|discount\\w*|promo\\w*|coupon|bundle|preorder|pre|backorder\\w*|fraud check\\w*|verified|confirmed|accepted|terms|weekend|holiday|line|items?",
  "geschenk|neu|neukunde|erstbestellung|express|bezahlt|versendet|einwilligung|cadeau|nouveau|paye|regalo|nuevo|nuovo|pagato|pagado|betaald|nieuw|presente|novo|pago",
);

/** Names of dates and amounts that are known only after the event. */
export const knownLater = saying(
  "paid|shipped|fulfil\\w*|delivered|delivery date|refunded?|refunds?|returned|cancel\\w*|completed|closed|captured|settled|dispute\\w*|tracking",
  "versand(t|datum)|geliefert|bezahlt|storn\\w*|erstattet|retour\\w*|zustell\\w*|kuendig\\w*|kundig\\w*",
  "expedi\\w*|livre|paye|rembours\\w*|annul\\w*|enviad\\w*|entregad\\w*|pagad\\w*|pago em|reembols\\w*",
  "churn\\w*|cancellation reason|outstanding|balance due",
);

const countsNot = (value: string): boolean => {
  const words = plainWords(value);
  return !denied.test(words) && !partial.test(words) && (cancelled.test(words) || refunded.test(words));
};
const isOffer = (value: string): boolean => {
  const words = plainWords(value);
  return !denied.test(words) && offered.test(words);
};
const isTest = (value: string): boolean => test.test(plainWords(value));

const won = saying("won", "gewonnen", "gagnee?", "ganad[oa]", "ganh[oa]", "vint[oa]", "gewonnen");

/** The stages of deals that are orders; empty for a column of anything else. */
export const valuesWon = (column: ReadColumn): string[] =>
  isStatus(column)
    ? (column.values ?? []).filter((value) => won.test(plainWords(value)) && !denied.test(plainWords(value)))
    : [];

/** In Magento an order that was refunded in full is closed, and one that was delivered complete. */
const isClosed = (value: string, values: readonly string[]): boolean =>
  /^closed$/i.test(value) && values.some((other) => /^complete$/i.test(other));

/** The values of a column whose orders do not count; empty for a column of something else. */
export const valuesLeftOut = (column: ReadColumn): string[] => {
  const { values = [], role, words } = column;
  const isOfKinds = role === null && kindName.test(words);
  const leftOut = values.filter((value) =>
    isStatus(column)
      ? countsNot(value) || isOffer(value) || isTest(value) || isClosed(value, values)
      : isSuccess(column)
        ? isNo(value)
        : isFlag(column)
          ? isYes(value)
          : isTest(value) || (isOfKinds && isOffer(value)),
  );
  // Rows without a value count.
  return leftOut.length === values.length && column.column.fill_rate === 1 ? [] : leftOut;
};

const counting = anyOf(
  "\\b(paid|unpaid|not paid|prepaid|complet\\w*|closed?|fulfil\\w*|unfulfil\\w*|shipp\\w*|dispatch\\w*|deliver\\w*|undelivered|process\\w*|pending|hold|open|new|active|approved|accept\\w*|authori[sz]ed|captur\\w*|settled|sent|success\\w*|succeeded|confirm\\w*|invoiced?|receiv\\w*|ready|pick\\w*|pack\\w*|transit|await\\w*|waiting|progress|won|sale|sales order|order|ordered|placed|booked|backorder\\w*|partial\\w*|part|finished|done|ok|valid|live|posted|cleared|due|overdue|scheduled|unshipped|dispute\\w*|not fulfilled|none|normal|regular|on ?account|lay ?by|lay ?away)\\b",
  "\\b(bezahlt|offen|abgeschlossen|bearbeitung|versand\\w*|versendet|geliefert|zugestellt|ausgeliefert|neu|aktiv|bestaetigt|bestatigt|fakturiert|berechnet|erledigt|teil\\w*|fertig|gebucht|eingegangen|wartet|warten|zahlung)\\b",
  "\\b(pay\\w*|expedi\\w*|livr\\w*|termin\\w*|en cours|attente|valid\\w*|prepar\\w*|accept\\w*|confirm\\w*|factur\\w*|recu\\w*|en preparation|cloture\\w*|solde\\w*)\\b",
  "\\b(pagad\\w*|pago|enviad\\w*|entregad\\w*|complet\\w*|pendient\\w*|pendente\\w*|proces\\w*|preparac\\w*|aprobad\\w*|aprovad\\w*|recibid\\w*|recebid\\w*|confirmad\\w*|concluid\\w*|cerrad\\w*|faturad\\w*|nuev\\w*|abiert\\w*)\\b",
  "\\b(oplacon\\w*|zaplacon\\w*|zrealizowan\\w*|zakonczon\\w*|wyslan\\w*|dostarczon\\w*|nowe|nowy|nowa|realizacji|oczekuje|przyjet\\w*|potwierdzon\\w*|skompletowan\\w*)\\b",
  "\\b(betald|slutford|klar|vantar|behandlas|ny|nya|skickad|levererad|bekraftad|betalt|gennemfort|fullfort|fuldfort|afsendt|sendt|leveret|levert|behandles|afventer|venter|bekraeftet|bekreftet)\\b",
  "\\b(zaplacen\\w*|vyrizen\\w*|dokoncen\\w*|nova|novy|nove|zpracovava|ceka|caka|odeslan\\w*|odoslan\\w*|dorucen\\w*|vybaven\\w*|potvrzen\\w*|potvrden\\w*|maksettu|valmis|uusi|kasittelyssa|odottaa|lahetetty|toimitettu|vahvistettu|fizetve|teljesitve|uj|feldolgozas|kiszallitva|platit\\w*|livrat\\w*|finalizat\\w*|procesare)\\b",
  "\\b(pagat\\w*|spedit\\w*|consegnat\\w*|completat\\w*|in attesa|lavorazione|confermat\\w*|evas\\w*|chius\\w*|nuov\\w*|betaald|verzonden|geleverd|afgeleverd|voltooid|verwerk\\w*|behandeling|openstaand|nieuw|afgerond|bevestigd)\\b",
);

/** Words of other languages that most likely say that an order does not count. */
const likelyNot =
  /anulow|anulac|zwrot|zwroc|odrzuc|nieudan|stornov|zrusen|vracen|vrateni|vratenie|neuspes|avbrut|avbest|aterbetal|återbetal|returner|annuller|refunder|afvist|peruttu|perutt|palautett|hylatty|iptal|iade|reddedil|basarisiz|torol|torolt|visszater|sikertelen|lemond|anulat|anulata|rambursat|returnat|esuat|otkazan|povrat|отмен|возвра|отказ|скасован|повернен|відмін|ακυρ|επιστρ|ยกเลิก|hủy|huy|batal|dikembalikan|取消|退款|退货|キャンセル|返品|返金|취소|환불|반품|ملغي|ملغى|إلغاء|مسترجع|مرتجع|لغو|مرجوع|برگشت|בוטל|הוחזר/;

const hasOtherScript = (text: string): boolean => /(?!\p{Script=Latin})\p{L}/u.test(text);

const lowered = (value: string): string => value.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const isLikelyNot = (value: string): boolean =>
  likelyNot.test(value.toLowerCase()) || likelyNot.test(lowered(value));

/** Values that are statuses in another script, whose names no list has. */
const holdsOtherStatuses = ({ role, values = [] }: ReadColumn): boolean =>
  role === null &&
  values.every((value) => /\p{L}/u.test(value)) &&
  values.some((value) => hasOtherScript(value) && isLikelyNot(value));

/** Statuses of a payment before anybody pays, if it may expire; an order counts from its beginning. */
const unpaid = saying(
  "open|pending|unpaid|created|offen|openstaand|pendiente|pendente|aguardando pagamento|en attente|in attesa",
);
const expired = saying("expired|abgelaufen|verfallen|verlopen|caducad\\w*|expirad\\w*|expire|scadut\\w*");

/** Where money was captured, what is authorised alone may never be. */
const captured = /\bcaptur\w*/;
const authorised = /\b(pre)?authori[sz]\w*/;

const isKnownStatus = (value: string): boolean => {
  const words = plainWords(value);
  return (
    [countsNot, isOffer, isTest, isYes, isNo].some((says) => says(value)) ||
    counting.test(words) ||
    partial.test(words) ||
    denied.test(words)
  );
};

/**
 * Statuses that are known in no language or may mean either, and kinds of documents of which one follows from
 * another; with those that most likely say that the row does not count.
 */
export interface UnknownStatuses {
  values: string[];
  likelyNot: string[];
}

/** Null for a column of something else, and for one whose words are all known. */
export const unknownStatuses = (column: ReadColumn): UnknownStatuses | null => {
  const { values = [] } = column;
  if (values.length < 2) return null;
  const isOfKinds = holdsKinds(column);
  // A column that is called a status may have many.
  if (values.length > mostStatuses && !isCalledStatus(column)) return null;
  if (!isStatus(column) && !isOfKinds && !holdsOtherStatuses(column)) return null;
  const mayExpire = values.some((value) => expired.test(plainWords(value)));
  const mayLapse = values.some((value) => captured.test(plainWords(value)));
  const mayStayOpen = (words: string) =>
    (mayExpire && unpaid.test(words)) || (mayLapse && authorised.test(words));
  const isKnown = (value: string) =>
    isOfKinds ? isKnownKind(value, column) : isKnownStatus(value) && !mayStayOpen(plainWords(value));
  const [sales = [], ...others] = isOfKinds ? stagesOf(values) : [];
  const repeated = others.flat();
  const unknown = values.filter(
    (value) => !isKnown(value) || (repeated.length > 0 && [...sales, ...repeated].includes(value)),
  );
  const likelyNot = unknown.filter(
    (value) => isLikelyNot(value) || repeated.includes(value) || (isOfKinds && isMovement(value)),
  );
  return unknown.length === 0 ? null : { values: unknown, likelyNot };
};

/** Kinds of entries of an account that are no sales: what was paid out, charged for the service, converted or held back. */
const movement = saying(
  "pay ?outs?|withdrawals?|transfers?|fees?|commissions?|conversions?|holds?|releases?|reserves?|adjustments?|write ?offs?|redeem\\w*|redemptions?",
  "auszahlung\\w*|abbuchung\\w*|u?ebertrag|ubertrag|\\w*gebuhr(en)?|\\w*gebuehr(en)?|\\w*umrechnung|einbehaltung\\w*|anpassung\\w*",
  "transferts?|retraits?|frais|suspension|ajustements?|transferencias?|retirad?as?|retiros?|comision(es)?|tarifas?|retencion(es)?|liberacion(es)?|ajustes?",
  "saques?|taxas?|comissao|comissoes|conversao|retencao|trasferiment[oi]|preliev[oi]|commission[ei]|conversione|trattenut[ae]|rettific\\w*",
  "uitbetaling\\w*|overboeking\\w*|kosten|omrekening|inhouding\\w*|wyplat\\w*|przeliczani\\w*|oplat[ay]|prowizj\\w*|wstrzymani\\w*|zwolnieni\\w*",
  "utbetaln\\w*|u[dt]betaling\\w*|\\w*avgift\\w*|gebyr\\w*|overforing\\w*|overforsel\\w*|vyplat\\w*|poplat\\w*|para cekme|ucret\\w*|\\w*donusturme|bekletme|komisyon\\w*",
);
const isMovement = (value: string): boolean => movement.test(plainWords(value));

/** Kinds of documents by which one business passes, the one that is surest to be a sale first. */
const stages: readonly RegExp[] = [
  /^(sales |tax )?invoices?$|^inv$|^(re|rechnung|facture|factura|fattura|factuur|fatura|faktura|szamla|lasku)$/,
  /^(sales )?orders?( confirmation)?$|^so$|^ab$|^auftrag\w*$|^bestellung$|^(bon de )?commande$|^pedido( de venta)?$|^encomenda$|^ordine$|^(order)?bestelling$|^zamowienie$|^ordre(bekreftelse|bekraeftelse)?$|^objednavka$/,
  /^(customer )?payments?( received)?$|^receipts?$|^zahlung(seingang)?$|^paiement$|^reglement$|^(pago|cobro|recibo)$|^(pagamento|incasso)$|^betaling$|^(platnosc|wplata)$|^betalning$|^platba$/,
  /^delivery( note)?$|^packing (slip|list)$|^dispatch note$|^(ls|lieferschein)$|^bon de livraison$|^(albaran|remito)$|^(ddt|documento di trasporto)$|^pakbon$|^guia de (remessa|transporte)$|^wz$|^foljesedel$|^folgeseddel$|^dodaci list$/,
];

/** The kinds of each stage that is there. */
const stagesOf = (values: readonly string[]): string[][] =>
  stages
    .map((stage) => values.filter((value) => stage.test(plainWords(value))))
    .filter((of) => of.length > 0);

/** Kinds of documents where the column is called so, or because one of them is known. */
const holdsKinds = (column: ReadColumn): boolean => {
  const { words, role, values = [] } = column;
  return (
    role === null &&
    kindName.test(words) &&
    values.every((value) => /\p{L}/u.test(value)) &&
    !isStatus(column) &&
    (documentName.test(words) || values.some((value) => isKnownKind(value, column)))
  );
};

const isKnownKind = (value: string, column: ReadColumn): boolean =>
  sale.test(plainWords(value)) ||
  isOffer(value) ||
  isTest(value) ||
  countsNot(value) ||
  refundValues(column).includes(value);

/** The condition that leaves them out. */
export const counted = ({ name }: ReadColumn, leftOut: readonly string[]): ColumnCondition => ({
  column_name: name,
  _nin: [...leftOut],
  _null: true,
});

const refundRow = saying(
  "refund\\w*|returns?|returned|credit ?notes?|credit ?memos?|reversal|chargeback|crn",
  "retouren?|rueckgaben?|ruckgaben?|gutschrift\\w*|rueckerstattung|erstattung|storno(rechnung)?",
  "avoirs?|remboursements?|retours?|note de credit|devolucion(es)?|abonos?|nota de credito|reembolsos?|factura rectificativa",
  "devoluc\\w*|estornos?|nota di credito|resi|reso|rimborsi|rimborso|creditnota|creditfactuur|terugbetaling",
  "korekta|zwrot\\w*|dobropis\\w*|vratk[ay]|vraceni|kreditnot[ae]?|kreditfaktura|retur|aterbetalning",
);

/** As accounting writes it beside an invoice, `FT` and `NC`. */
const creditNote = /^(nc|ndc|n c|av|gs|cn)$/;

/** The values of a column of kinds of rows that are refunds; empty for a column of something else. */
export const refundValues = ({ words: name, values = [] }: ReadColumn): string[] => {
  const isOfKinds = kindName.test(name);
  const found = values.filter((value) => {
    const words = plainWords(value);
    const isRefund = refundRow.test(words) || words === "credit" || (isOfKinds && creditNote.test(words));
    return isRefund && !partial.test(words) && words.length < 40;
  });
  return found.length === values.length ? [] : found;
};
