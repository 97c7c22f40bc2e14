// Exports of PayPal: the activity report, one row per movement of money. Payments received count, less the
// refunds that name them. A payment that was refunded in full says so by its status, also where the report
// ends before the refund.

import { unlike } from "./addresses.js";
import type { KnownExport } from "./known-export.js";

/** In the languages of the report. What is held back and released is of a payment that is there already. */
const movements =
  "(?i)(refund|reversal|withdrawal|transfer|conversion|deposit|authori[sz]ation|hold|release|fee|chargeback|adjustment|order$|" +
  "rückzahlung|rückbuchung|stornierung|abbuchung|auszahlung|währung|bankgutschrift|einbehaltung|autorisierung|gebühr|" +
  "remboursement|virement|annulation|autorisation|suspension|rétrofacturation|retrait|commission|" +
  "reembolso|reversión|anulación|contracargo|transferencia|retirada|retención|liberación|conversión|autorización|comisión|" +
  "estorno|reversão|cancelamento|transferência|saque|retenção|liberação|conversão|autorização|tarifa|" +
  "rimborso|storno|annullamento|trasferimento|prelievo|trattenuta|sblocco|conversione|autorizzazione|commissione|" +
  "terugbetaling|terugboeking|opname|inhouding|vrijgave|omrekening|machtiging|" +
  "zwrot|wycofanie|wypłata|wstrzymanie|zwolnienie|przelicz|autoryzacj|opłat|" +
  "återbetalning|återföring|uttag|spärr|valuta|" +
  "[iİ]ade|[iİ]ptal|çekme|bekle|dönüştürme|provizyon)";

const refunds =
  "(?i)(refund|reversal|chargeback|rückzahlung|rückbuchung|zahlungsstornierung|remboursement|annulation de paiement|rétrofacturation|" +
  "reembolso|reversión|anulación|contracargo|estorno|reversão|rimborso|storno|annullamento|terugbetaling|terugboeking|" +
  "zwrot|wycofanie|återbetalning|återföring|[iİ]ade|[iİ]ptal)";

const received =
  "(?i)^(completed|abgeschlossen|terminé|effectué|completado|completata|completato|concluíd[oa]|voltooid|zakończon[oa]|ukończon[oa]|slutförd|tamamlandı)|" +
  "refunded|reversed|erstattet|rückgebucht|remboursé|reembolsad|rimborsat|terugbetaald";
const takenBack =
  "(?i)^(refunded|reversed|(zu)?rückerstattet|erstattet|rückgebucht|remboursée?|reembolsad[oa]|rimborsat[oa]|terugbetaald)$";

const activity: KnownExport = {
  platform: "paypal",
  export: "activity",
  title: "PayPal activity",
  required: ["Date", "Time", "Type", "Status", "Gross", "From Email Address", "Transaction ID"],
  aliases: {
    Date: ["Datum", "Fecha", "Data", "Tarih"],
    Time: ["Uhrzeit", "Heure", "Hora", "Ora", "Tijd", "Godzina", "Tid", "Saat"],
    TimeZone: [
      "Time Zone",
      "Zeitzone",
      "Fuseau horaire",
      "Zona horaria",
      "Fuso orario",
      "Fuso horário",
      "Tijdzone",
      "Strefa czasowa",
      "Tidszon",
      "Saat Dilimi",
    ],
    Name: ["Nom", "Nombre", "Nome", "Naam", "Nazwa", "Namn", "Ad"],
    Type: ["Typ", "Beschreibung", "Description", "Tipo", "Tür"],
    Status: ["État", "Estado", "Stato", "Stan", "Durum"],
    Currency: ["Währung", "Devise", "Divisa", "Moneda", "Moeda", "Valuta", "Waluta", "Para birimi"],
    Gross: ["Brutto", "Avant commission", "Bruto", "Lordo", "Brüt"],
    "From Email Address": [
      ...["Absender E-Mail-Adresse", "De l'adresse email", "Correo electrónico del remitente"],
      ...["Indirizzo email mittente", "Van e-mailadres", "From Email"],
      ...["Do endereço de e-mail", "Adres e-mail nadawcy", "Från e-postadress", "Gönderenin E-posta Adresi"],
    ],
    "Transaction ID": [
      ...[
        "Transaktionscode",
        "Numéro de transaction",
        "Id. de transacción",
        "Codice transazione",
        "Transactiereferentie",
        "Código da transação",
        "Identyfikator transakcji",
        "Transaktions-ID",
        "İşlem No",
      ],
    ],
    "Reference Txn ID": [
      ...[
        "Zugehöriger Transaktionscode",
        "Numéro de transaction de référence",
        "Numéro de la transaction de référence",
        "Id. de transacción de referencia",
        "Id. de referencia de trans.",
      ],
      ...["Codice transazione di riferimento", "Referentietransactie"],
      ...[
        "Código da transação de referência",
        "Identyfikator transakcji referencyjnej",
        "Referens-ID",
        "Referans İşlem No",
      ],
    ],
    "Item Title": ["Artikelbezeichnung", "Titre de l'objet", "Título del artículo"],
  },
  identity_sets: { customer: { email: "From Email Address", person_full_name: "Name" } },
  output_to_streams: {
    transaction: {
      event_key: ["Transaction ID"],
      data_map: {
        datetime: { columns: ["Date", "Time"] },
        value: { column_name: "Gross", aggregate: "first" },
        product: { column_name: "Item Title" },
        currency: { column_name: "Currency" },
      },
      conditions: [
        { column_name: "Gross", _nmatches: "^\\s*[-(−]|^[0.,]*$" },
        { column_name: "Type", _nmatches: movements },
      ],
      event_conditions: [{ column_name: "Status", _matches: received }, unlike("Status", takenBack)],
      refunds: {
        conditions: [
          { column_name: "Type", _matches: refunds },
          { column_name: "Gross", _matches: "^\\s*[-(−]" },
        ],
        as: "reduce",
        event_key: ["Reference Txn ID"],
      },
    },
  },
  later: ["Status", "Fee", "Net", "Balance", "Gebühr", "Netto", "Guthaben"],
};

export const paypal = [activity];
