import { expect, test } from "vitest";
import { columnsOfField, mappingFaults } from "../data/stream-mapping.js";
import { previewOf } from "./fixtures.js";
import { proposeDataset } from "./propose.js";

const files: Record<string, [string, string[]]> = {
  prestashop: [
    "commandes",
    [
      "ID|Référence|Nouveau client|Livraison|Client|E-mail|Total payé|Paiement|État|Date de commande",
      "1|XKBKNABJK|1|France|J. DOE|ada@x.fr|47,00 €|Chèque|Paiement accepté|03/01/2025 09:59:00",
      "2|OHSATSERP|0|France|C. YOUNG|cy@x.fr|11,00 €|PayPal|Annulé|04/01/2025 09:59:00",
      "3|UOYEVOLI|0|France|J. DOE|ada@x.fr|1 247,50 €|PayPal|Remboursé|15/01/2025 09:59:00",
      "4|FFATNOMMJ|0|France|J. DOE|ada@x.fr|9,50 €|PayPal|Erreur de paiement|16/01/2025 09:59:00",
      "5|KHWLILZLL|0|France|J. DOE|ada@x.fr|19,50 €|PayPal|Livré|17/01/2025 09:59:00",
    ],
  ],
  frenchLines: [
    "export",
    [
      "N° commande;Date commande;Heure;Statut;N° client;Nom;Prénom;Email;Désignation;Qté;Prix unitaire TTC;Remise;Montant ligne TTC;Frais de port;Montant total TTC".replaceAll(
        ";",
        "|",
      ),
      "C1|03/01/2025|10:12|Expédiée|900|Dupont|Ada|ada@x.fr|Théière|1|40,00|0,00|40,00|4,90|48,90",
      "C1|03/01/2025|10:12|Expédiée|900|Dupont|Ada|ada@x.fr|Tasse|2|2,00|0,00|4,00|4,90|48,90",
      "C2|05/01/2025|11:12|Annulée|901|Martin|Zoé|zoe@x.fr|Tasse|2|2,00|0,00|4,00|4,90|8,90",
      "C3|15/01/2025|11:12|Expédiée|900|Dupont|Ada|ada@x.fr|Tasse|3|2,00|0,00|6,00|0,00|6,00",
    ],
  ],
  frenchLabels: [
    "commandes",
    [
      "Numéro de commande|État de la commande|Date de commande|E-mail (facturation)|Montant de la remise du panier|Montant du sous-total de la commande|Montant de la livraison|Montant remboursé de la commande|Montant total de la commande|Montant total de la TVA|Nom de l'article|Quantité (- remboursement)|Coût de l'article|Devise",
      "5000|Terminée|2025-03-02 01:26|ada@x.fr|0.00|37.00|5.90|0.00|42.90|7.15|Huile|2|18.50|EUR",
      "5001|Terminée|2025-03-03 01:26|zoe@x.fr|0.00|34.40|5.90|12.00|40.30|6.72|Bougie|1|24.00|EUR",
      "5001|Terminée|2025-03-03 01:26|zoe@x.fr|0.00|34.40|5.90|12.00|40.30|6.72|Savon|1|10.40|EUR",
      "5002|Remboursée|2025-03-04 03:07|leo@x.fr|0.00|24.00|5.90|29.90|29.90|4.98|Bougie|1|24.00|EUR",
      "5003|Annulée|2025-03-05 03:07|ada@x.fr|0.00|24.00|5.90|0.00|29.90|4.98|Bougie|1|24.00|EUR",
    ],
  ],
  ofTheOrder: [
    "pedidos",
    [
      "ID del pedido|Fecha del pedido|Estado del pedido|Correo electrónico|Subtotal del pedido|Gastos de envío|Importe reembolsado del pedido|Importe total del pedido|Moneda",
      "1|2025-01-03|Completado|ada@x.es|20,00|3,95|0,00|23,95|EUR",
      "2|2025-01-04|Cancelado|cy@x.es|20,00|3,95|0,00|23,95|EUR",
      "3|2025-01-14|Completado|ada@x.es|40,00|0,00|20,00|40,00|EUR",
    ],
  ],
  spanish: [
    "pedidos",
    [
      "Nº pedido|Fecha pedido|Estado|Cliente|Correo electrónico|Teléfono|Producto|Cantidad|Precio unitario|Importe|Gastos de envío|Total pedido|Forma de pago",
      "1001|03/01/2025|Enviado|Ada Byron|ada@x.es|600000001|Taza|2|4,50|9,00|3,95|22,95|Tarjeta",
      "1001|03/01/2025|Enviado|Ada Byron|ada@x.es|600000001|Tetera|1|10,00|10,00|3,95|22,95|Tarjeta",
      "1002|04/01/2025|Cancelado|Cy Young|cy@x.es|600000002|Taza|1|4,50|4,50|3,95|8,45|PayPal",
      "1003|24/01/2025|Devuelto|Cy Young|cy@x.es|600000002|Taza|1|4,50|4,50|3,95|8,45|PayPal",
      "1004|25/01/2025|Entregado|Cy Young|cy@x.es|600000002|Taza|1|4,50|4,50|3,95|8,45|PayPal",
    ],
  ],
  pos: [
    "till",
    [
      "Store|Till|Bon-Nr|Datum|Zeit|Kundenkarte|Artikel|Menge|VK|Summe|Bedienung",
      "01|1|5001|03.01.2025|10:01:22|K77|Brot|1|3,20|3,20|Eva",
      "01|1|5001|03.01.2025|10:01:22|K77|Milch|2|1,10|2,20|Eva",
      "01|1|5002|03.01.2025|10:05:00||Brot|1|3,20|3,20|Eva",
      "01|1|5003|04.01.2025|10:05:00|K78|Brot|2|3,20|6,40|Tom",
      "01|1|5003|04.01.2025|10:05:00|K78|Ei|6|0,40|2,40|Tom",
      "01|1|5004|05.01.2025|10:05:00|K77|Milch|-1|1,10|-1,10|Tom",
    ],
  ],
  erp: [
    "fakturen",
    [
      "DocEntry|DocType|DocNum|DocDate|CardCode|CardName|ItemCode|Dscription|Quantity|Price|LineTotal|DocTotal|CANCELED",
      "1|Invoice|9001|2025-01-03|C0001|Wetherby|P1|Paper|2|5.00|10.00|18.00|N",
      "1|Invoice|9001|2025-01-03|C0001|Wetherby|P2|Pens|1|5.00|5.00|18.00|N",
      "2|Credit Memo|9101|2025-01-09|C0001|Wetherby|P2|Pens|-1|5.00|-5.00|-6.00|N",
      "3|Invoice|9002|2025-01-05|C0002|Lake|P2|Pens|1|5.00|5.00|6.00|Y",
      "4|Invoice|9003|2025-01-15|C0002|Lake|P2|Pens|1|5.00|5.00|12.00|N",
      "4|Invoice|9003|2025-01-15|C0002|Lake|P3|Ink|1|5.00|5.00|12.00|N",
    ],
  ],
  box: [
    "members",
    [
      "Subscriber ID|Email|Plan|Status|Created|Activated On|Cancelled On|Cancel Reason|Price|Next Renewal|Total Spent|Country",
      "s1|ada@x.org|Monthly|Active|2024-07-01|2024-07-02||||2025-02-02|140.00|US",
      "s2|cy@x.org|Annual|Cancelled|2024-08-01|2024-08-02|2024-12-01|Too expensive|20.00||80.00|US",
      "s3|dan@x.org|Monthly|Active|2024-09-01|2024-09-02||||2025-02-02|100.00|CA",
    ],
  ],
  renewals: [
    "charges",
    [
      "charge_id|customer_email|subscription_id|processed_at|type|total_price|status|product_title",
      "1|ada@x.org|9|2024-07-02T10:00:00|RECURRING|20.00|SUCCESS|Box",
      "2|ada@x.org|9|2024-08-02T10:00:00|RECURRING|20.00|SUCCESS|Box",
      "3|cy@x.org|8|2024-08-02T10:00:00|CHECKOUT|20.00|ERROR|Box",
      "4|cy@x.org|8|2024-08-03T10:00:00|CHECKOUT|20.00|REFUNDED|Box",
      "5|cy@x.org|8|2024-08-04T10:00:00|CHECKOUT|20.00|PARTIALLY_REFUNDED|Box",
    ],
  ],
  app: [
    "events",
    [
      "distinct_id|event|time|$os|$city|price|plan",
      "u1|App Open|1735900000|iOS|Boise||",
      "u1|Purchase|1735900100|iOS|Boise|9.99|pro",
      "u2|App Open|1735900200|Android|Salem||",
      "u2|Cancel Subscription|1735990200|Android|Salem||",
      "u2|App Open|1735990300|Android|Salem||",
    ],
  ],
  uk: [
    "data",
    [
      "Order Ref,Ordered,Client Ref,Gross (£),Refunded (£),State,Channel".replaceAll(",", "|"),
      "A1|03-Jan-2025|7781|£12.00||Complete|Web",
      "A2|04-Jan-2025|7782|£14.00|£14.00|Refunded|Web",
      "A3|05-Jan-2025|7781|£19.00|£4.00|Part refunded|App",
      "A4|06-Jan-2025|7783|£19.00||Complete|App",
    ],
  ],
  italian: [
    "ordini",
    [
      "Numero ordine|Data ordine|Cliente|Email|Stato ordine|Prodotto|Quantità|Prezzo|Totale ordine",
      "1|03/01/2025|Ada Rossi|ada@x.it|Spedito|Tazza|2|4,50|19,00",
      "1|03/01/2025|Ada Rossi|ada@x.it|Spedito|Teiera|1|10,00|19,00",
      "2|04/01/2025|Ada Rossi|ada@x.it|Annullato|Teiera|1|10,00|10,00",
      "3|14/01/2025|Leo Bianchi|leo@x.it|Rimborsato|Teiera|1|10,00|10,00",
    ],
  ],
  kaggle: [
    "sales",
    [
      "Row ID|Order ID|Order Date|Ship Date|Ship Mode|Customer ID|Customer Name|Segment|Country|City|Product ID|Category|Sales|Quantity|Discount|Profit",
      "1|CA-1|11/8/2016|11/11/2016|Second|CG-12520|Claire Gute|Consumer|US|Henderson|F1|Furniture|261.96|2|0|41.9",
      "2|CA-1|11/8/2016|11/11/2016|Second|CG-12520|Claire Gute|Consumer|US|Henderson|F2|Furniture|731.94|3|0|219.5",
      "3|CA-2|6/12/2016|6/16/2016|Second|DV-13045|Darrin Van|Corporate|US|LA|O1|Office|14.62|2|0|6.8",
      "4|CA-3|6/22/2016|6/26/2016|Second|CG-12520|Claire Gute|Consumer|US|Henderson|O1|Office|14.62|2|0|6.8",
    ],
  ],
};
/**
 * Expectations by file: the customer, the key, the date, the value, what is left out and what is a refund.
 */
const expected: Record<string, string> = {
  prestashop: "E-mail; -; Date de commande; Total payé; État not Annulé/Remboursé/Erreur de paiement",
  frenchLines: "N° client; N° commande; Date commande+Heure; first Montant total TTC; Statut not Annulée",
  frenchLabels:
    "E-mail (facturation); Numéro de commande; Date de commande; first Montant total de la commande; less Montant remboursé de la commande; État de la commande not Remboursée/Annulée",
  ofTheOrder:
    "Correo electrónico; -; Fecha del pedido; Importe total del pedido; less Importe reembolsado del pedido; Estado del pedido not Cancelado",
  spanish: "Correo electrónico; Nº pedido; Fecha pedido; first Total pedido; Estado not Cancelado/Devuelto",
  pos: "Kundenkarte; Bon-Nr; Datum+Zeit; sum Summe; refund Menge",
  erp: "CardCode; DocNum; DocDate; first DocTotal; CANCELED not Y; refund DocType",
  renewals: "customer_email; -; processed_at; total_price; status not ERROR/REFUNDED",
  uk: "Client Ref; -; Ordered; Gross (£); less Refunded (£); State not Refunded",
  italian: "Email; Numero ordine; Data ordine; first Totale ordine; Stato ordine not Annullato/Rimborsato",
  kaggle: "Customer ID; Order ID; Order Date; sum Sales",
};

const dates = { Ordered: { data_type: "date" as const } };

test.each(Object.entries(expected))("%s: orders, people and money", (name, summary) => {
  const [directory, lines] = files[name]!;
  const { identity_sets, output_to_streams, questions } = proposeDataset(previewOf(directory, lines, dates));
  expect(mappingFaults(output_to_streams)).toEqual([]);
  const {
    data_map,
    event_key = ["-"],
    conditions,
    event_conditions,
    refunds,
    refunded,
  } = output_to_streams.transaction!;
  const { datetime, value } = data_map;
  const { customer_id, email } = Object.values(identity_sets)[0]!;
  const leftOut = conditions ?? event_conditions ?? [];
  expect(
    [
      customer_id ?? email,
      event_key.join("+"),
      columnsOfField(datetime!).join("+"),
      [value!.aggregate, columnsOfField(value!).join("+")].filter(Boolean).join(" "),
      ...(refunded ? [`less ${columnsOfField(refunded).join("+")}`] : []),
      ...leftOut.map(({ column_name, _nin = [] }) => `${column_name} not ${_nin.join("/")}`),
      ...(refunds ? [`${refunds.as} ${refunds.conditions[0]!.column_name}`] : []),
    ].join("; "),
  ).toBe(summary);
  expect(questions).toEqual([]);
});

test("what was bought is a property of an order by the names of articles, and the number of a line is not", () => {
  for (const [header, names] of [
    ["Bestellung|E-Mail|Erstellt am|Gesamtbetrag|Artikelname|Artikel-SKU", ["artikelname", "artikel_sku"]],
    ["Commande|E-mail|Date de commande|Total|N° d'article|Nom de l'article|UGS", ["nom_de_l_article", "ugs"]],
  ] as const) {
    const more = header.split("|").slice(4);
    const rows = [1, 2, 3, 4].map((n) =>
      [n, `a${n}@x.org`, `2025-01-0${n}`, `${n}.50`, ...more.map((name) => `${name[0]}${n % 2}`)].join("|"),
    );
    const { data_map } = proposeDataset(previewOf("export", [header, ...rows])).output_to_streams
      .transaction!;
    expect(Object.keys(data_map).toSorted()).toEqual(["datetime", "value", ...names].toSorted());
  }
});

test("a subscription box: start, end and price, not what was spent since", () => {
  const [directory, lines] = files.box!;
  const { output_to_streams } = proposeDataset(previewOf(directory, lines));
  expect(output_to_streams).toMatchObject({
    subscription: {
      data_map: { datetime: { column_name: "Activated On" }, value: { column_name: "Price" } },
    },
    cancellation: { data_map: { datetime: { column_name: "Cancelled On" } } },
  });
});

test.each([
  [
    "Spanish",
    "ID|ID de cliente|Correo electrónico|Plan|Moneda|Intervalo|Importe|Estado|Inicio (UTC)|Fin del período actual (UTC)|Cancelada el (UTC)|Cancelar al final del período|Finalizada el (UTC)",
    ["activa", "cancelada", "mes", "año"],
  ],
  [
    "French",
    "ID|ID client|E-mail|Formule|Devise|Intervalle|Montant|Statut|Début (UTC)|Fin de la période actuelle (UTC)|Résilié le (UTC)|Résilier à la fin de la période|Terminé le (UTC)",
    ["actif", "résilié", "mois", "an"],
  ],
  [
    "German",
    "ID|Kunden-ID|E-Mail|Tarif|Währung|Abrechnungsintervall|Betrag|Status|Beginn (UTC)|Ende des aktuellen Zeitraums (UTC)|Gekündigt am (UTC)|Zum Ende des Zeitraums kündigen|Beendet am (UTC)",
    ["aktiv", "gekündigt", "Monat", "Jahr"],
  ],
  [
    "Italian",
    "ID|ID cliente|E-mail|Piano|Valuta|Intervallo|Importo|Stato|Inizio (UTC)|Fine del periodo attuale (UTC)|Disdetto il (UTC)|Disdici a fine periodo|Terminato il (UTC)",
    ["attivo", "disdetto", "mese", "anno"],
  ],
])(
  "subscriptions with %s words: those that ended count, and a cancellation that is to come is none yet",
  (_, header, [active, over, month, year]) => {
    const rows = [
      `s1|c1|ada@x.org|Pro|eur|${month}|29,50|${active}|2025-01-03 10:00|2025-07-03 10:00||false|`,
      `s2|c2|cy@x.org|Pro|eur|${year}|290,50|${over}|2025-02-03 10:00|2025-03-03 10:00|2025-03-03 10:00|false|2025-03-03 10:00`,
      `s3|c3|dan@x.org|Pro|eur|${month}|29,50|${active}|2025-02-09 10:00|2025-07-09 10:00|2025-06-20 10:00|true|`,
      `s4|c4|eve@x.org|Pro|eur|${month}|29,50|${over}|2025-02-10 10:00|2025-05-09 10:00|2025-05-01 10:00|false|2025-05-09 10:00`,
    ];
    const names = header.split("|");
    const { output_to_streams } = proposeDataset(previewOf("export", [header, ...rows]));
    expect(output_to_streams).toMatchObject({
      subscription: {
        data_map: { datetime: { column_name: names[8] }, value: { column_name: names[6] } },
        currency: { is: "EUR" },
        recurring: { column_name: names[5], end: names[12] },
      },
      cancellation: { data_map: { datetime: { column_name: names[12] } } },
    });
    expect(output_to_streams.subscription).not.toHaveProperty("conditions");
  },
);

const subscribed = [
  "subscription_id|customer_email|created_at|status|cancelled_at|product_title|price",
  "400001|ada@x.com|2024-12-18T12:01:06|CANCELLED|2024-12-24T03:42:55|Coffee box|36.00",
  "400002|cy@x.com|2025-03-17T07:46:34|ACTIVE||Decaf box|36.00",
  "400003|cy@x.com|2025-04-11T07:46:34|ACTIVE||Tea box|18.00",
];

test("a file whose rows each have the number of a subscription is of subscriptions, whatever it is called", () => {
  const { output_to_streams } = proposeDataset(previewOf("recharge", subscribed));
  expect(output_to_streams).toMatchObject({
    subscription: { data_map: { datetime: { column_name: "created_at" } } },
    cancellation: { data_map: { datetime: { column_name: "cancelled_at" } } },
  });
});

test("where the number of a subscription repeats, the rows are what was paid for it", () => {
  const paid = [...subscribed, "400003|cy@x.com|2025-05-11T07:46:34|ACTIVE||Tea box|18.00"];
  const { output_to_streams } = proposeDataset(previewOf("recharge", paid));
  expect(Object.keys(output_to_streams)).toEqual(["transaction"]);
});

test("events of an app in seconds since 1970", () => {
  const [directory, lines] = files.app!;
  const epoch = { time: { min: 1735900000, max: 1735990300 } };
  const { output_to_streams } = proposeDataset(previewOf(directory, lines, epoch));
  expect(Object.keys(output_to_streams)).toEqual(["app_open", "transaction", "cancellation"]);
});
