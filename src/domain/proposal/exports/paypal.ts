// Exports of PayPal: the activity report, one row per movement of money. Payments received count, less the
// refunds that name them. A payment that was refunded in full says so by its status, also where the report
// ends before the refund.

import { unlike } from "./addresses.js";
import type { KnownExport } from "./known-export.js";

const movements =
  "(?i)(refund|reversal|withdrawal|transfer|conversion|deposit|authori[sz]ation|hold|fee|chargeback|adjustment|order$|" +
  "rückzahlung|rückbuchung|abbuchung|auszahlung|währung|bankgutschrift|einbehaltung|autorisierung|gebühr|" +
  "remboursement|virement|annulation|autorisation|reembolso|transferencia|retención|rimborso|trasferimento|terugbetaling)";

const refunds =
  "(?i)(refund|reversal|chargeback|rückzahlung|rückbuchung|remboursement|reembolso|rimborso|terugbetaling)";

const received =
  "(?i)^(completed|abgeschlossen|terminé|effectué|completado|completata|completato|voltooid)|" +
  "refunded|reversed|erstattet|rückgebucht|remboursé|reembolsad|rimborsat|terugbetaald";
const takenBack =
  "(?i)^(refunded|reversed|(zu)?rückerstattet|erstattet|rückgebucht|remboursée?|reembolsad[oa]|rimborsat[oa]|terugbetaald)$";

const activity: KnownExport = {
  platform: "paypal",
  export: "activity",
  title: "PayPal activity",
  required: ["Date", "Time", "Type", "Status", "Gross", "From Email Address", "Transaction ID"],
  aliases: {
    Date: ["Datum", "Fecha", "Data"],
    Time: ["Uhrzeit", "Heure", "Hora", "Ora", "Tijd"],
    TimeZone: ["Time Zone", "Zeitzone", "Fuseau horaire", "Zona horaria", "Fuso orario"],
    Name: ["Nom", "Nombre", "Nome", "Naam"],
    Type: ["Typ", "Beschreibung", "Description", "Tipo"],
    Status: ["État", "Estado", "Stato"],
    Currency: ["Währung", "Devise", "Divisa", "Moneda", "Valuta"],
    Gross: ["Brutto", "Avant commission", "Bruto", "Lordo"],
    "From Email Address": [
      ...["Absender E-Mail-Adresse", "De l'adresse email", "Correo electrónico del remitente"],
      ...["Indirizzo email mittente", "Van e-mailadres", "From Email"],
    ],
    "Transaction ID": [
      ...[
        "Transaktionscode",
        "Numéro de transaction",
        "Id. de transacción",
        "Codice transazione",
        "Transactiereferentie",
      ],
    ],
    "Reference Txn ID": [
      ...[
        "Zugehöriger Transaktionscode",
        "Numéro de transaction de référence",
        "Id. de transacción de referencia",
      ],
      ...["Codice transazione di riferimento", "Referentietransactie"],
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
