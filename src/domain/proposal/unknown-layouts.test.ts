// Layouts in which a figure was wrong without a question: names, statuses and kinds of rows that no list has,
// codes that are keys, and columns beside each other that look alike.

import { expect, test } from "vitest";
import { previewOf } from "./fixtures.js";
import { proposeDataset } from "./propose.js";

const propose = (lines: string[], more = {}) => proposeDataset(previewOf("data", lines, more));
const codesOf = ({ questions, notes }: ReturnType<typeof propose>) =>
  [...questions, ...notes].map(({ code }) => code);

test("a total with its tax is an amount, and comes before the one without", () => {
  for (const [gross, net] of [
    ["Total con IVA", "Total sin IVA"],
    ["Totaal incl. btw", "Totaal excl. btw"],
    ["Totale IVA inclusa", "Totale IVA esclusa"],
  ] as const) {
    const { output_to_streams } = propose([
      `Order|Email|Date|${net}|${gross}`,
      "1|a@x.org|2025-01-01|10,00|12,00",
      "2|b@x.org|2025-01-02|20,00|24,00",
    ]);
    expect(output_to_streams.transaction!.data_map.value).toMatchObject({ column_name: gross });
  }
});

test("amounts with a symbol of several letters are amounts", () => {
  for (const amounts of [
    ["US$12.50", "R$9.00"],
    ["12,50 zł", "9,00 Kč"],
    ["1 247,50 €", "−9,50 €"],
  ]) {
    const { output_to_streams } = propose([
      "Order|Email|Date|Total",
      ...amounts.map((amount, i) => `${i}|a@x.org|2025-01-0${i + 1}|${amount}`),
    ]);
    expect(output_to_streams.transaction!.data_map.value).toMatchObject({ column_name: "Total" });
  }
});

test("the amount is asked about where no name says it, however many columns may be it", () => {
  const names = ["Vlr", "Kpl", "Rzm", "Bdr", "Ukp"];
  const proposed = propose([
    `Order|Email|Date|${names.join("|")}`,
    ...Array.from(
      { length: 30 },
      (_, i) => `${i}|a@x.org|2025-01-02|${names.map((_, k) => `${i + k}.50`).join("|")}`,
    ),
  ]);
  expect(proposed.questions.find(({ code }) => code === "amount")?.choices).toHaveLength(6);
});

test("a column of money whose name says nothing is shown beside the amount, and a price without a quantity", () => {
  expect(
    codesOf(
      propose([
        "Order|Email|Date|Subtotal|Kpl",
        "1|a@x.org|2025-01-01|10.00|12.00",
        "2|a@x.org|2025-01-02|11.00|13.00",
      ]),
    ),
  ).toContain("amount_chosen");
  expect(
    codesOf(
      propose([
        "Order|Email|Date|Price|Stk x",
        "1|a@x.org|2025-01-01|10.00|2",
        "2|a@x.org|2025-01-02|11.00|1",
      ]),
    ),
  ).toContain("amount_chosen");
});

test("returns with a number of their own are known by a quantity below zero in many languages", () => {
  for (const [quantity, total, price] of [
    ["Sztuk", "Suma pozycji", "Cena brutto"],
    ["pezzi", "importo riga", "prezzo_unitario"],
    ["Počet kusů", "Cena celkem", "Cena za kus"],
    ["Antal", "Radsumma", "Styckpris"],
    ["Darabszám", "Tétel összeg", "Egységár"],
  ]) {
    const { output_to_streams } = propose([
      `Order|Email|Date|${price}|${quantity}|${total}`,
      "12344|a@x.org|2025-01-01|52.50|3|157.50",
      "12345|b@x.org|2025-01-02|73.90|1|73.90",
      "123449|a@x.org|2025-01-03|52.50|-1|-52.50",
    ]);
    const { data_map, refunds } = output_to_streams.transaction!;
    expect([data_map.value, refunds?.conditions]).toMatchObject([
      { column_name: total },
      [{ column_name: quantity, _lt: 0 }],
    ]);
  }
});

test("an amount that was refunded is not what an order brought", () => {
  for (const refunded of ["Amount refunded (USD)", "Amount returned", "Total refunded"]) {
    const { output_to_streams } = propose([
      `Order|Email|Date|${refunded}|Item total (USD)|Product`,
      "1|a@x.org|2025-01-01|US$0,00|US$4,04|Mug",
      "1|a@x.org|2025-01-01|US$0,00|US$79,95|Tea",
      "2|b@x.org|2025-01-02|US$12,00|US$12,00|Tea",
    ]);
    const { value } = output_to_streams.transaction!.data_map;
    expect(JSON.stringify(value)).toContain("Item total (USD)");
  }
});

test("a column holds statuses by its values, whatever it is called", () => {
  const { output_to_streams } = propose([
    "Order|Email|Date|Total|Zz",
    "1|a@x.org|2025-01-01|10.00|Completado",
    "2|b@x.org|2025-01-02|12.00|Reembolsado",
    "3|c@x.org|2025-01-02|12.00|Reembolso parcial",
  ]);
  expect(output_to_streams.transaction!.conditions).toEqual([
    { column_name: "Zz", _nin: ["Reembolsado"], _null: true },
  ]);
});

test("credit notes of accounting are refunds by their two letters", () => {
  const { output_to_streams } = propose([
    "Data doc.|Num. doc.|Tipo doc.|Email|Totale documento",
    "03/01/2025|1/A|FT|a@x.org|12,00",
    "14/01/2025|2/A|FT|b@x.org|24,00",
    "19/01/2025|1/N|NC|a@x.org|12,00",
  ]);
  expect(output_to_streams.transaction).toMatchObject({
    data_map: { value: { column_name: "Totale documento" } },
    refunds: { conditions: [{ column_name: "Tipo doc.", _in: ["NC"] }] },
  });
});

test("statuses of a column with an ending on its name are asked about", () => {
  const { questions } = propose([
    "Sipariş No|Sipariş Tarihi|E-Posta|Faturalanacak Tutar|Sipariş Statüsü",
    "1|2025-01-03|a@x.org|12,50|Teslim Edildi",
    "2|2025-01-14|b@x.org|24,50|İptal Edildi",
    "3|2025-01-19|a@x.org|12,50|Kargoda",
  ]);
  expect(questions).toMatchObject([{ code: "status", column_name: "Sipariş Statüsü" }]);
});

test("quotations are left out beside credit notes, and kinds that are not known are asked about", () => {
  const documents = (kinds: readonly string[]) =>
    propose([
      "Doc No|Document type|Email|Date|Total",
      ...kinds.map((kind, i) => `${i}|${kind}|a@x.org|2025-01-0${i + 1}|1${i}.00`),
    ]);
  expect(documents(["Invoice", "Credit note", "Quote"]).output_to_streams.transaction).toMatchObject({
    conditions: [{ column_name: "Document type", _nin: ["Quote"] }],
    refunds: { conditions: [{ column_name: "Document type", _in: ["Credit note"] }] },
  });
  expect(codesOf(documents(["Invoice", "Credit note", "Quote"]))).not.toContain("status");
  expect(codesOf(documents(["ZX1", "ZX2", "ZX3"]))).toContain("status");
});

test("an order that was voided has a date of it in several languages", () => {
  for (const name of ["Voided on", "Anulado el", "Anulowano dnia", "Makulerad"]) {
    const { output_to_streams } = propose([
      `Order|Email|Date|Total|${name}`,
      "1|a@x.org|2025-01-01|10.00|2025-01-03",
      "2|b@x.org|2025-01-02|12.00|",
    ]);
    expect(output_to_streams.transaction!.conditions).toEqual([{ column_name: name, _null: true }]);
  }
});

test("of dates whose names say nothing, the one that every row has is that of the order", () => {
  const { output_to_streams } = propose([
    "Order|Email|Total|Xa|Xb",
    "1|a@x.org|10.00|2025-02-01|2025-01-01",
    "2|b@x.org|12.00||2025-01-02",
    "3|b@x.org|12.00||2025-01-03",
  ]);
  expect(output_to_streams.transaction!.data_map.datetime).toMatchObject({ column_name: "Xb" });
});

const lineOf = (order: number, line: number, name: string) =>
  `F-${100 + order}|${name}|2025-0${1 + (order % 9)}-1${order % 10}|P${line}|1${line}.50`;

test("a code without a known name is the key of lines that have their customer and day in common", () => {
  const lines = Array.from({ length: 20 }, (_, i) => [
    lineOf(i, 1, `a${i % 7}@x.org`),
    lineOf(i, 2, `a${i % 7}@x.org`),
  ]);
  const { output_to_streams } = propose(["Xy|Email|Date|Product|Line total", ...lines.flat()]);
  expect(Object.values(output_to_streams)[0]!.event_key).toEqual(["Xy"]);
});

test("numbers of orders are keys in a dozen languages, and not a day in seconds beside them", () => {
  for (const name of [
    "Nr zamówienia",
    "Číslo objednávky",
    "Rendelésszám",
    "Tilausnumero",
    "Sipariş no",
    "Ordrenr",
  ])
    expect(
      propose([
        `${name}|Email|Date|Total|Data wysyłki`,
        "100|a@x.org|2025-01-01|5.00|0",
        "100|a@x.org|2025-01-01|6.00|0",
        "101|b@x.org|2025-01-02|7.00|1735900000",
        "102|b@x.org|2025-01-04|8.00|1736000000",
        "102|b@x.org|2025-01-04|9.00|1736000000",
      ]).output_to_streams.transaction!.event_key,
    ).toEqual([name]);
});

test("rows of one name and moment are asked about, with an address and without", () => {
  const lines = (place: string, key: string[]) => {
    const { output_to_streams, questions } = propose([
      `Voornaam|Achternaam|${place}|Product|Datum|Regeltotaal`,
      "Ada|Berg|A1|Tea|2025-01-03 10:00:00|4.50",
      "Ada|Berg|A1|Cup|2025-01-03 10:00:00|9.00",
      "Max|Berg|B2|Tea|2025-01-04 11:00:00|4.50",
      "Max|Berg|B2|Pot|2025-01-04 11:00:00|19.00",
      "Ada|Berg|A1|Tea|2025-01-09 09:00:00|4.50",
    ]);
    expect(output_to_streams.transaction!.event_key).toEqual(key);
    return questions.find(({ code }) => code === "lines")?.question;
  };
  expect(lines("Postcode", ["Voornaam", "Achternaam", "Postcode", "Datum"])).toContain(
    "Several rows have the same Voornaam, Achternaam, Postcode and Datum: 5 rows, 3 of them different.",
  );
  expect(lines("Betaalwijze", ["Voornaam", "Achternaam", "Datum"])).toBeDefined();
});

test("steps of a payment on several days are one payment, in a column of kinds as well", () => {
  const steps = ["Geautoriseerd", "Geïncasseerd", "Afgerekend"];
  const { output_to_streams } = propose([
    "Bonnummer|Orderdatum|Documentsoort|Klant-ID|Bedrag",
    ...Array.from({ length: 9 }, (_, i) =>
      steps.map((step, day) => `B${i}|2025-01-1${day * 2}|${step}|K${i % 4}|${10 + i}.50`),
    ).flat(),
  ]);
  expect(output_to_streams.transaction).toMatchObject({
    event_key: ["Bonnummer"],
    conditions: [{ column_name: "Documentsoort", _in: ["Geautoriseerd"] }],
  });
});

test("statuses in other scripts are asked about, whatever their column is called", () => {
  for (const [name, sold, cancelled] of [
    ["注文ステータス", "発送済み", "キャンセル"],
    ["Состояние", "Выполнен", "Отменён"],
    ["الحالة", "تم التوصيل", "ملغي"],
    ["وضعیت", "تحویل شد", "لغو شده"],
  ] as const) {
    const proposal = propose([
      `Order|Email|Date|Total|${name}`,
      ...[sold, cancelled, sold].map((state, i) => `${i}|a@x.org|2025-01-0${i + 1}|12.50|${state}`),
    ]);
    expect(codesOf(proposal)).toContain("status");
    expect(proposal.output_to_streams.transaction!.conditions).toMatchObject([
      { column_name: name, _nin: [cancelled] },
    ]);
  }
});

test("payments that are open are asked about where they may expire", () => {
  const asks = (states: readonly string[]) =>
    codesOf(
      propose([
        "ID|Email|Date|Amount|Status",
        ...states.map((state, i) => `tr_${i}|a@x.org|2025-01-0${i + 1}|12.50|${state}`),
      ]),
    ).includes("status");
  expect(asks(["Paid", "Open", "Expired", "Paid"])).toBe(true);
  expect(asks(["Paid", "Open", "Failed", "Paid"])).toBe(false);
  expect(asks(["Paid", "Paid", "Expired", "Paid"])).toBe(false);
});

test("a date of cancellation and an amount that was given back are known in many languages", () => {
  for (const [cancelled, refunded] of [
    ["Geannuleerd op", "Terugbetaald"],
    ["Anulowano dnia", "Kwota zwrotu"],
    ["Zrušeno", "Vrácená částka"],
    ["Makulerad datum", "Återbetalt belopp"],
    ["Peruutettu", "Palautettu"],
  ]) {
    const { output_to_streams } = propose([
      `Order|Email|Date|Total|${refunded}|${cancelled}`,
      "1|a@x.org|2025-01-01|10.00|4.50|",
      "2|b@x.org|2025-01-02|20.00|0|2025-01-03",
      "3|b@x.org|2025-01-04|20.00|0|",
    ]);
    expect(output_to_streams.transaction).toMatchObject({
      refunded: { column_name: refunded },
      conditions: [{ column_name: cancelled, _null: true }],
    });
  }
});

test("a part of the address that differs between the orders of one name and postcode is the order's", () => {
  const identityOf = (customers: number, countryOf: (i: number) => string) =>
    propose([
      "Order|Name|Postcode|Country|Date|Total",
      ...Array.from(
        { length: 18 },
        (_, i) =>
          `${i}|Ada ${"ABCDEF"[i % customers]}|101${i % customers}|${countryOf(i)}|2025-01-${10 + i}|12.50`,
      ),
    ]).identity_sets.customer;
  const ofOrder = identityOf(6, (i) => ["DE", "FR", "GB"][(i % 4) % 3]!);
  expect(ofOrder).toEqual({ person_full_name: "Name", postcode: "Postcode" });
  const ofCustomer = identityOf(6, (i) => ["DE", "FR", "GB"][i % 3]!);
  expect(ofCustomer).toHaveProperty("country", "Country");
  const ofTwo = identityOf(2, (i) => ["DE", "FR", "GB"][i % 3]!);
  expect(ofTwo).toHaveProperty("country", "Country");
});

test("the price of an item beside a quantity is that of one piece, and a total that its lines repeat is the order's", () => {
  const prices = propose([
    "Order|Email|Date|Item|Units|Item price",
    "1|a@x.org|2025-01-01|Tea|1|10.00",
    "1|a@x.org|2025-01-01|Cup|2|5.00",
    "2|b@x.org|2025-01-02|Tea|3|10.00",
  ]);
  expect(prices.output_to_streams.transaction!.data_map.value).toMatchObject({ combine: "product" });
  const extended = propose([
    "Order|Email|Date|Item|Units|Item price|Extended price",
    "1|a@x.org|2025-01-01|Tea|1|10.00|10.00",
    "1|a@x.org|2025-01-01|Cup|2|5.00|10.00",
    "2|b@x.org|2025-01-02|Tea|3|10.00|30.00",
  ]);
  expect(extended.output_to_streams.transaction!.data_map.value).toMatchObject({
    column_name: "Extended price",
  });
  const totals = propose([
    "Order|Email|Date|Product|Cena celkem",
    ...Array.from({ length: 12 }, (_, i) => `${i >> 1}|a${i >> 1}@x.org|2025-01-02|P${i}|1${i >> 1}.50`),
  ]);
  expect(totals.output_to_streams.transaction!.data_map.value).toMatchObject({ aggregate: "first" });
});

test("an amount that the lines of an order have in common is not its number", () => {
  const { output_to_streams } = propose([
    "Verwijzing|Klantnummer|Datum|Product|Bedrag incl. btw (cents)|Btw-bedrag (cents)",
    ...Array.from({ length: 24 }, (_, i) => {
      const order = i >> 1;
      const tax = 2_100 + 100 * Math.min(order, 10);
      return `SO-${33740 + order}|K-${order % 5}|2025-01-${10 + order}|P${i}|${7 * tax}|${tax}`;
    }),
  ]);
  expect(output_to_streams.transaction!.event_key).toEqual(["Verwijzing"]);
});

test("the total of an order is counted once, also where a refund is one of its rows", () => {
  const { output_to_streams } = propose([
    "Order|Email|Date|Product|Quantity|Order total",
    ...Array.from({ length: 8 }, (_, i) => [
      `${i}|a${i}@x.org|2025-01-02|P1|1|1${i}.50`,
      `${i}|a${i}@x.org|2025-01-02|P2|2|1${i}.50`,
      ...(i % 2 === 0 ? [`${i}|a${i}@x.org|2025-01-02|P1|-1|-5.00`] : []),
    ]).flat(),
  ]);
  expect(output_to_streams.transaction!.data_map.value).toMatchObject({ aggregate: "first" });
});

test("days without signs between their parts are dates, and a file without dates says so", () => {
  const { output_to_streams } = propose([
    "Order|Email|Xq|Total",
    "1|a@x.org|20240805|10.00",
    "2|b@x.org|20241130|12.00",
    "3|c@x.org|20250214|13.00",
  ]);
  expect(output_to_streams.transaction!.data_map.datetime).toMatchObject({ column_name: "Xq" });
  const undated = propose(["Order|Xq|Total", "1|80240805|10.00", "2|11241130|12.00", "3|99250214|13.00"]);
  expect(codesOf(undated)).toContain("without_dates");
});

test("two keys of the customer that do not agree are shown", () => {
  const keyed = (idOf: (i: number) => number) =>
    codesOf(
      propose([
        "Order|Customer ID|Email|Date|Total",
        ...Array.from({ length: 18 }, (_, i) => `${i}|${idOf(i)}|c${i % 6}@x.org|2025-01-${10 + i}|12.50`),
      ]),
    );
  expect(keyed((i) => i % 12)).toContain("customers_differ");
  expect(keyed((i) => i % 3)).toContain("customers_differ");
  expect(keyed((i) => 7 * (i % 6))).not.toContain("customers_differ");
});

test("order numbers that begin again with each day are shown, where each row counts", () => {
  const restarting = propose([
    "Receipt no|Email|Date|Total",
    ...Array.from(
      { length: 24 },
      (_, i) => `${i % 8}|c${i % 5}@x.org|2025-01-${10 + Math.floor(i / 8)}|1${i}.50`,
    ),
  ]);
  expect(codesOf(restarting)).toContain("lines_guessed");
});

test("addresses that are new with each order are shown", () => {
  const addressed = (emailOf: (i: number) => string) =>
    codesOf(
      propose([
        "Order|Email|Date|Product|Line total",
        ...Array.from({ length: 30 }, (_, i) =>
          ["P1", "P2"].map((product) => `${i}|${emailOf(i)}|2025-01-02|${product}|1${i}.50`),
        ).flat(),
      ]),
    );
  expect(addressed((i) => `k${i}@marketplace.example`)).toContain("every_key_different");
  expect(addressed((i) => `k${i % 20}@x.org`)).not.toContain("every_key_different");
});

test("a column of currencies is known by codes and signs, whatever it is called", () => {
  for (const [first, second] of [
    ["€", "£"],
    ["EUR", "MAD"],
  ]) {
    const { output_to_streams } = propose([
      "Order|Email|Date|Total|Xq",
      `1|a@x.org|2025-01-01|10.00|${first}`,
      `2|b@x.org|2025-01-02|10.00|${first}`,
      `3|b@x.org|2025-01-03|12.00|${second}`,
    ]);
    expect(output_to_streams.transaction!.currency).toEqual({ column_name: "Xq", is: first });
  }
});

test("a status that has too many values to list is shown", () => {
  const many = propose(
    [
      "Order|Email|Date|Total|Status",
      ...Array.from({ length: 6 }, (_, i) => `${i}|a@x.org|2025-01-0${i + 1}|10.00|Arrived on day ${i}`),
    ],
    { Status: { values: undefined, distinct_count: 60 } },
  );
  expect(codesOf(many)).toContain("unread_statuses");
});

test("a customer's name is known by its column in many languages", () => {
  const found = [
    ["en", "Customer Name", "Name of customer", "Client name"],
    ["de", "Kundenname", "Name des Kunden", "Name des Käufers"],
    ["fr", "Nom du client", "Nom de l'acheteur", "Nom client"],
    ["es", "Nombre del cliente", "Nombre cliente", "Nombre del comprador"],
    ["it", "Nome del cliente", "Nome cliente", "Nominativo cliente"],
    ["pt", "Nome do cliente", "Nome cliente", "Nome do comprador"],
    ["nl", "Naam van de klant", "Klantnaam", "Naam klant"],
    ["pl", "Imię i nazwisko klienta", "Nazwa klienta", "Imię i nazwisko"],
    ["sv", "Kundens namn", "Kundnamn"],
    ["da", "Kundens navn", "Kundenavn"],
    ["nb", "Kundens navn", "Navn på kunde"],
    ["fi", "Asiakkaan nimi", "Nimi"],
    ["cs", "Jméno zákazníka", "Jméno a příjmení"],
    ["hu", "Vevő neve", "Ügyfél neve"],
    ["ro", "Numele clientului", "Nume client"],
    ["tr", "Müşteri adı", "Müşterinin adı", "Ad Soyad"],
  ].flatMap(([language, ...names]) =>
    names.map((name) => {
      const { identity_sets } = propose([
        `Order|Email|Date|${name}|Total`,
        "1|a@x.org|2025-01-01|Ada Lee|10.00",
        "2|b@x.org|2025-01-02|Zoé Quéméner|20.00",
        "3|c@x.org|2025-01-03|Jan Nowak|30.00",
      ]);
      return [language, name, Object.values(identity_sets)[0]?.person_full_name === name];
    }),
  );
  expect(found.filter(([, , isFound]) => !isFound)).toEqual([]);
});

const conditionsOf = (lines: string[]) => {
  const { output_to_streams: streams } = propose(lines);
  const [stream] = Object.values(streams);
  return [...(stream?.conditions ?? []), ...(stream?.event_conditions ?? [])];
};

test("payments that failed are no sales, in whatever column it stands", () => {
  const result = (name: string, [good, bad]: readonly [string, string]) =>
    conditionsOf([
      `Payment ID|Date|Email|Amount|${name}`,
      ...Array.from({ length: 12 }, (_, i) => `${i}|2025-01-02|a@x.org|1${i}.50|${i === 3 ? bad : good}`),
    ]);
  for (const [name, good, bad] of [
    ["Result", "SUCCESS", "FAIL"],
    ["Response text", "Approved", "Insufficient funds"],
    ["Status", "Completed", "Denied"],
    ["Estado", "Completado", "Denegado"],
    ["Status", "Bezahlt", "Verfallen"],
    ["Successful", "Y", "N"],
    ["captured", "true", "false"],
    ["Erfolgreich", "ja", "nein"],
  ] as const)
    expect(result(name, [good, bad]), name).toMatchObject([{ column_name: name, _nin: [bad] }]);
});

test("an authorisation beside captured payments is asked about", () => {
  const { questions } = propose([
    "Payment|Date|Email|Amount|State",
    ...["captured", "authorized", "captured", "charged_back"].map(
      (state, i) => `${i}|2025-01-0${i + 1}|a@x.org|1${i}.50|${state}`,
    ),
  ]);
  expect(questions).toMatchObject([{ code: "status", column_name: "State" }]);
});

test("a promise of a gift is no gift", () => {
  expect(
    conditionsOf([
      "Gift ID|Gift Date|Email|Gift Amount|Gift Type",
      "1|2025-01-01|a@x.org|10.00|Cash",
      "2|2025-01-02|b@x.org|20.00|Pledge",
      "3|2025-01-02|b@x.org|20.00|Cash",
    ]),
  ).toMatchObject([{ column_name: "Gift Type", _nin: ["Pledge"] }]);
});

test("what an account paid out, was charged, converted or held back is left out until the owner says otherwise", () => {
  for (const [sale, ...others] of [
    ["charge", "payout", "stripe_fee"],
    ["Sale", "Withdrawal", "Currency conversion", "Hold"],
    ["Bestellung", "Übertrag", "Servicegebühr"],
    ["Vente", "Retrait", "Frais"],
    ["Venta", "Retirada", "Comisión"],
    ["Verkoop", "Uitbetaling", "Kosten"],
  ] as const) {
    const { questions, output_to_streams: streams } = propose([
      "Txn|Type|Date|Email|Amount",
      ...[sale, sale, ...others, sale].map((kind, i) => `${i}|${kind}|2025-01-0${i + 1}|a@x.org|1${i}.50`),
    ]);
    expect(streams.transaction!.conditions, sale).toMatchObject([{ column_name: "Type", _nin: [...others] }]);
    expect(questions.map(({ code }) => code)).toContain("status");
  }
});

test("tickets with a number and an amount each are orders, and the event that they are for is no action", () => {
  const { output_to_streams: streams } = propose([
    "Order no.|Order Date|Email|Total Paid|Event Name",
    ...Array.from(
      { length: 8 },
      (_, i) => `${900 + i}|2025-01-0${i + 1}|a${i % 3}@x.org|1${i}.50|Gig ${i % 2}`,
    ),
  ]);
  expect(Object.keys(streams)).toEqual(["transaction"]);
});

test("an event log stays one beside the number of a purchase", () => {
  const { output_to_streams: streams } = propose([
    "Event|Time|Email|Transaction ID|Revenue",
    ...["view", "view", "purchase", "view", "purchase"].map(
      (event, i) => `${event}|2025-01-0${i + 1}|a@x.org|${event === "view" ? "|" : `T${i}|9.50`}`,
    ),
  ]);
  expect(Object.keys(streams).sort()).toEqual(["transaction", "view"]);
});

test("days with a time in fourteen digits are dates", () => {
  const { output_to_streams: streams } = propose([
    "msisdn|recharge_ts|amount",
    "4915112345678|20250104100500|10.00",
    "4915112345679|20250105110501|20.00",
    "4915112345678|20250206120502|10.00",
  ]);
  expect(Object.values(streams)[0]?.data_map.datetime).toMatchObject({ column_name: "recharge_ts" });
});
