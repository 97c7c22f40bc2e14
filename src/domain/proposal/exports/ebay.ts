// Exports of eBay: the orders report, in which an order of several items has a row of its own and one row per item.

import type { KnownExport } from "./known-export.js";

const orders: KnownExport = {
  platform: "ebay",
  export: "orders",
  title: "eBay orders",
  required: ["Sales Record Number", "Order Number", "Item Title", "Sold For", "Sale Date"],
  aliases: {
    "Sales Record Number": ["Verkaufsprotokollnummer", "Numéro de vente"],
    "Order Number": ["Bestellnummer", "Numéro de commande"],
    "Buyer Username": ["User Id", "Nutzername des Käufers", "Pseudo de l'acheteur"],
    "Buyer Name": ["Name des Käufers", "Nom de l'acheteur"],
    "Buyer Email": ["E-Mail-Adresse des Käufers", "Adresse e-mail de l'acheteur"],
    "Item Title": ["Angebotstitel", "Artikelbezeichnung", "Intitulé de l'objet"],
    "Custom Label": ["Bestandseinheit", "SKU"],
    Quantity: ["Anzahl", "Stückzahl", "Quantité"],
    "Sold For": ["Verkauft für", "Vendu pour", "Sale Price"],
    "Total Price": ["Gesamtpreis", "Prix total"],
    "Sale Date": ["Verkauft am", "Verkaufsdatum", "Date de vente"],
    "Ship To Name": ["Name des Empfängers"],
  },
  identity_sets: {
    buyer: {
      customer_id: "Buyer Username",
      email: "Buyer Email",
      person_full_name: "Buyer Name",
      house_number_and_street: ["Buyer Address 1", "Buyer Address 2"],
      city: "Buyer City",
      state: "Buyer State",
      postcode: "Buyer Zip",
    },
    shipping: {
      phone: "Ship To Phone",
      person_full_name: "Ship To Name",
      house_number_and_street: ["Ship To Address 1", "Ship To Address 2"],
      city: "Ship To City",
      state: "Ship To State",
      postcode: "Ship To Zip",
    },
  },
  output_to_streams: {
    transaction: {
      event_key: ["Order Number"],
      data_map: {
        datetime: { column_name: "Sale Date" },
        value: { column_name: "Total Price", aggregate: "first" },
        product: { column_name: "Item Title", aggregate: "list" },
        sku: { column_name: "Custom Label", aggregate: "list" },
        quantity: { column_name: "Quantity", aggregate: "max" },
        payment_method: { column_name: "Payment Method" },
      },
      conditions: [{ column_name: "Order Number", _nnull: true }],
    },
  },
  later: ["Paid On Date", "Shipped On Date", "Feedback Left", "Feedback Received", "Tracking Number"],
};

export const ebay = [orders];
