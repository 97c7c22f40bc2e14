import { expect, test } from "vitest";
import { isGuestName, nameOf } from "./names.js";

test.each([
  "Walk-in Customer",
  "Cash Sale",
  "Amazon Customer",
  "Barverkauf",
  "Kasse 1",
  "Client de passage",
  "Público en general",
  "Cliente balcão",
  "Vendita al banco",
  "Losse verkoop",
  "Sprzedaż detaliczna",
  "Perakende Müşteri",
  "Розничный покупатель",
  "Πελάτης λιανικής",
  "عميل نقدي",
  "לקוח מזדמן",
  "नकद ग्राहक",
  "零售客户",
  "店頭販売",
  "일반 고객",
  "Khách vãng lai",
])("%s is a guest", (person_full_name) => {
  expect(isGuestName(person_full_name)).toBe(true);
  expect(nameOf({ person_full_name }).last_name).toBeUndefined();
});

test.each(["Johnny Cash", "Till Müller", "Max Kunde", "Sara Banco"])("%s is somebody", (person_full_name) => {
  expect(isGuestName(person_full_name)).toBe(false);
});
