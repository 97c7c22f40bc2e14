import { expect, test } from "vitest";
import { addressOf } from "./addresses.js";

const oneStreet: [country: string, ...spellings: string[]][] = [
  ["Deutschland", "Hauptstraße 12", "Hauptstr. 12", "Haupt Straße 12", "Haupt-Str. 12"],
  ["AT", "Schillerplatz 3", "Schiller Pl. 3"],
  ["France", "32 bis rue Victor Hugo", "32bis, r. Victor Hugo", "32B rue Victor-Hugo"],
  ["FR", "5 avenue de la République", "5, av. de la République"],
  ["FR", "8 boulevard Pasteur", "8 bd Pasteur"],
  ["España", "Calle Mayor 12, 3º B", "C/ Mayor, nº 12, 3 B", "C/ Mayor 12 piso 3 pta B"],
  ["ES", "Avenida de Goya 7", "Avda. de Goya 7", "Avda de Goya, 7"],
  ["ES", "Plaza Nueva 4", "Pza. Nueva 4", "Pl. Nueva 4"],
  ["Italia", "Via Roma 10", "V. Roma 10"],
  ["PT", "Rua do Sol 9", "R. do Sol 9"],
  ["Japan", "3-12-5 Honcho", "Honcho 3-12-5", "3-chome 12-5 Honcho", "Honcho 3-chome 12-ban 5-go"],
  ["日本", "本町3丁目12番5号", "3-12-5 本町"],
];

test.each(oneStreet)("%s: %s is one street in all spellings", (country, ...spellings) => {
  const streets = spellings.map(
    (house_number_and_street) => addressOf({ house_number_and_street, country }).street,
  );
  expect(new Set(streets).size, streets.join(" | ")).toBe(1);
});

test("without a country, a street keeps its words", () => {
  expect(addressOf({ house_number_and_street: "C/ Mayor 12" }).street).toBe("c mayor 12");
  expect(addressOf({ house_number_and_street: "R. Victor Hugo 3", country: "US" }).street).toBe(
    "r victor hugo 3",
  );
});

test.each([
  ["1067", "Germany", "01067"],
  ["D-10115", "DE", "10115"],
  ["8001", "Spain", "08001"],
  ["2134", "USA", "02134"],
  ["600001", "JP", "0600001"],
  ["8001", "CH", "8001"],
  ["CH-8001", "CH", "8001"],
  ["SW1A 1AA", "GB", "SW1A1AA"],
  ["2134", undefined, "2134"],
])("postcode %s in %s is %s", (postcode, country, expected) => {
  expect(addressOf({ postcode, country: country ?? null }).postcode).toBe(expected);
});
