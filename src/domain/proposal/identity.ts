// Identity sets of a file, proposed from its columns. Shipping and billing columns form one set each; columns
// without a role belong to the payer.

import { type IdentityField, type IdentitySet, identityFields } from "../data/dataset.js";
import { countryIn } from "../people/identity/countries.js";
import {
  anyOf,
  emailShape,
  isSpoilt,
  looksLike,
  nameShape,
  type ReadColumn,
  type Role,
  surelyLooksLike,
} from "./column.js";
import { type Grouping, groupingBy } from "./previewed-file.js";
import { namesStatuses } from "./statuses.js";

/** Names of each field without their role, the most specific first. */
const fieldNames: Record<IdentityField, RegExp> = {
  customer_id: anyOf(
    "^(customer|client|user|member|account|donor|guest|loyalty|kunden|kunde|numero)? ?(id|no|nr|num|number|nummer|numero|key|code|codigo|codice|cod|kennung|n|ref|reference|uuid|guid)$",
  ),
  email: anyOf(
    "^(e ?mail|mail|courriel|correo|correo electronico|posta elettronica)( ?(address|adresse|addr|adres))?$",
    "^(adresse|email|direccion|endereco|indirizzo) (de |di )?(e ?mail|mail|1|correo|courriel)$",
  ),
  email_hash: /^(e ?mail|mail) (hash|sha ?256|hashed)$|^(hashed|sha ?256) e ?mail$/,
  phone: anyOf(
    "^(phone|telephone|tele?fon|tel)( ?(phone|number|no|nr|nummer|1))?$",
    "^(mobile|mobil|cell|handy|portable)( ?(phone|number|no|nr|nummer|1))?$",
    "^(nr telefonu|telefon komorkowy|komorka|mobilnummer|mobiltelefon|telefonni cislo|puhelin|puhelinnumero|matkapuhelin|telefonszam|cep telefonu)$",
    "^(telefonnummer|handynummer|mobilnummer|numero (de |di )?(telephone|telefono|telefone|tel)|telefono|telefone|movil|celular|cellulare|telefoonnummer|telefoon|mobiel)$",
  ),
  person_full_name: anyOf(
    "^(full ?name|whole name|name|names|nom complet|vollstandiger name|card name|attention)$",
    "^(customer|client|kunde|cliente|klant|acheteur|buyer|comprador)$",
    "^(klient|nazwa klienta|imie i nazwisko|kund|kundnamn|namn|navn|kundenavn|zakaznik|jmeno zakaznika|meno zakaznika|jmeno a prijmeni|meno a priezvisko|asiakas|asiakkaan nimi|nimi|vevo|vevo neve|nev|teljes nev|nume complet|nume client|musteri|musteri adi|ad soyad)$",
    // The word for the customer is left out where it ends the name: `Name of customer`.
    "^(name of( the)?|name de[rs] (kund(e|en|in)|ka(e)?ufers|bestellers)|kundenname|ka(e)?ufername|nom de l ?acheteur|naam( van( de)?)?|klantnaam|nominativo)$",
    "^(nombre del comprador|nome do comprador|imie i nazwisko (klienta|kupujacego)|kundens (namn|navn)|navn pa|(ugyfel|vasarlo) neve|nume|numele (clientului|cumparatorului)|musterinin adi)$",
    "^(nombre( y apellidos| completo)?|nome( completo| e cognome)?|razon social|naam|volledige naam|nom et prenom|nom prenom)$",
  ),
  person_first_name: anyOf(
    "^(address )?(first ?name|f ?name|fn|given ?name|forename|first|vorname|prenom)$",
    "^(primer nombre|primeiro nome|voornaam|imie|fornamn|fornavn|jmeno|meno|krestni jmeno|etunimi|keresztnev|utonev|prenume|ime)$",
  ),
  person_last_name: anyOf(
    "^(address )?(last ?name|l ?name|ln|sur ?name|family ?name|last|nachname|familienname|nom|nom de famille)$",
    "^(apellidos?|primer apellido|sobrenome|apelido|cognome|achternaam|nazwisko|efternamn|efternavn|etternavn|prijmeni|priezvisko|sukunimi|vezeteknev|csaladnev|soyad|soyadi|prezime)$",
  ),
  house_number_and_street: anyOf(
    "^(street|address|addr|adresse|strasse|rue|voie)( ?(address|adresse|name|line))?( ?[12])?$",
    "^(line [12]|house number|street number)$",
    "^(hausnummer|hausnr|strasse (und )?(hausnummer|hausnr|nr))$",
    "^(direccion|calle|domicilio|endereco|rua|morada|indirizzo|via|straat|adres|huisnummer)( ?[12])?$",
    "^(ulica|ulica i numer|adresa|adresse|adress|gata|gatuadress|gade|vej|ulice|ulice a cislo|katuosoite|osoite|utca|cim|strada)( ?[12])?$",
    "^(apt|suite|unit|address (apt|suite|unit)|complement d ?adresse|adresszusatz)$",
  ),
  city: /^(address )?(city|town|suburb|ort|stadt|wohnort|ville|commune|locality|ciudad|poblacion|localidad|cidade|citta|comune|plaats|woonplaats|miasto|miejscowosc|stad|postort|poststed|mesto|obec|kaupunki|postitoimipaikka|varos|telepules|oras|localitate|sehir|grad)$/,
  state: anyOf(
    "^(address )?(state|province|region|county|bundesland|departement|state province|state code|province code|provincia|estado|regiao|provincie)$",
  ),
  postcode: anyOf(
    "^(address )?(zip|zip ?code|post ?code|postal ?code|postal|plz|postleitzahl|code postal|cp|pin ?code|postal zip|zip postal code|codigo postal|cod postal|cep|cap|codice postale|kod pocztowy|postnummer|postnr|psc|postinumero|iranyitoszam|cod postal|posta kodu|postanski broj)$",
  ),
  freeform_address: /^(full address|complete address|address full|anschrift|adresse complete)$/,
  birth_date:
    /^(birth ?date|birth ?day|date of birth|dob|born|geburtsdatum|geburtstag|date de naissance|fecha (de )?nacimiento|data (de )?nascimento|data (di )?nascita|geboortedatum)$/,
  national_id: /^(ssn|social security( number| no)?|national id|nin)$/,
  country:
    /^(address )?(country|country (code|name)|country region|iso country|land|landercode|laendercode|pays|code pays|pais|codigo pais|paese|nazione|staat|nation|kraj|zeme|stat|krajina|maa|orszag|tara|ulke|zemlja)$/,
};

/** Shapes of a field's values; a column with other values is something else of the same name. */
const fieldShapes: Partial<Record<IdentityField, RegExp>> = {
  email: emailShape,
  person_full_name: nameShape,
  person_first_name: nameShape,
  person_last_name: nameShape,
  house_number_and_street: /[\p{L}\d]/u,
  city: /\p{L}/u,
};

export interface FoundIdentities {
  identity_sets: Record<string, IdentitySet>;
  /** Names of the columns used. */
  taken: Set<string>;
  /** Columns that are keys by their names, and tell nobody apart. */
  spoilt: ReadColumn[];
}

const keyFields: readonly IdentityField[] = ["customer_id", "email_hash", "phone", "national_id"];
const fewestRows = 5;

/** One key for all rows, or keys that were rounded. */
const distinguishesNobody = (column: ReadColumn, columns: readonly ReadColumn[]): boolean => {
  const { distinct_count: distinct, fill_rate } = column.column;
  const others = columns.filter((other) => other !== column).map((other) => other.column.distinct_count ?? 0);
  return isSpoilt(column) || (distinct === 1 && fill_rate > 0.5 && Math.max(0, ...others) >= fewestRows);
};

type FieldColumns = Partial<Record<IdentityField, string[]>>;

export const proposeIdentities = (columns: readonly ReadColumn[]): FoundIdentities => {
  const sets = new Map<Role | null, FieldColumns>();
  const spoilt: ReadColumn[] = [];
  for (const column of columns) {
    const field = fieldOf(column, columns);
    if (field === null) continue;
    if (keyFields.includes(field) && distinguishesNobody(column, columns)) spoilt.push(column);
    else hold(sets, column.role, field, column.name);
  }
  lookForAddresses(columns, sets);
  const merged = mergeSets(sets);
  const found = Object.fromEntries(
    [...merged]
      .filter(([, set]) => identifiesPerson(set))
      .map(([role, set]) => [role ?? "customer", written(set)]),
  );
  return {
    identity_sets: withoutRecipients(found),
    spoilt,
    taken: takenBy(found),
  };
};

/**
 * The sets without that of the recipient, where another says who bought: the sets of a row are one person,
 * and a gift goes to somebody else, who may be a customer, too.
 */
export const withoutRecipients = (
  sets: Readonly<Record<string, IdentitySet>>,
): Record<string, IdentitySet> => {
  const { shipping, ...others } = sets;
  const isBuyerKnown = Object.values(others).some(
    (set) => set.customer_id ?? set.email ?? set.email_hash ?? set.phone,
  );
  return shipping === undefined || isBuyerKnown ? others : { ...others, shipping };
};

/** Parts of an address, the one that says most of where a name lives first. */
const placeFields = ["postcode", "house_number_and_street", "freeform_address", "city"] as const;
const nameFields = ["person_full_name", "person_first_name", "person_last_name"] as const;
const partsOfPlace = [...placeFields, "state", "country"] as const;

const almostAll = 0.98;

/** The columns of a name and a place by which customers are distinguished; null where each has another key. */
export const namedPlace = (set: IdentitySet, columns: readonly ReadColumn[]): string[] | null => {
  const isComplete = (["customer_id", "email", "email_hash", "phone"] as const).some((field) =>
    columns.some(({ name, column }) => name === set[field] && column.fill_rate >= almostAll),
  );
  const names = nameFields.flatMap((field) => set[field] ?? []);
  const place = placeFields.find((field) => set[field] !== undefined);
  return isComplete || names.length === 0 || place === undefined ? null : [...names, ...[set[place]!].flat()];
};

/**
 * The columns of a name, and of a place where there is one, of whoever has no key. Empty where no column is a
 * name.
 */
export const namedColumns = (
  { identity_sets: sets }: FoundIdentities,
  columns: readonly ReadColumn[],
): string[] => {
  const named = Object.values(sets).map((set) => namedPlace(set, columns));
  const found = named.find((key) => key !== null);
  return (
    found ??
    columns
      .filter((column) => nameFields.some((field) => field === fieldOf(column, columns)))
      .map(({ name }) => name)
  );
};

/**
 * The identities without the parts of an address that differ between the rows of one name and place: they are
 * the order's, and would make several customers of one.
 */
export const withPlacesOfPeople = (
  found: FoundIdentities,
  columns: readonly ReadColumn[],
  groupings: readonly Grouping[],
): FoundIdentities => {
  const sets = Object.entries(found.identity_sets).map(([name, set]) => {
    const key = namedPlace(set, columns);
    const rows = key && groupingBy(groupings, ...key);
    if (!rows || rows.repeated < fewestRows) return [name, set] as const;
    const isOfOrder = (column: string) => !key.includes(column) && (rows.constant[column] ?? 1) < almostAll;
    const kept = Object.entries(set).filter(
      ([field, of]) => !(partsOfPlace as readonly string[]).includes(field) || ![of].flat().some(isOfOrder),
    );
    return [name, Object.fromEntries(kept) as IdentitySet] as const;
  });
  const identity_sets = Object.fromEntries(sets);
  return { ...found, identity_sets, taken: takenBy(identity_sets) };
};

/** The country is an attribute of the customer as well. */
const takenBy = (sets: Readonly<Record<string, IdentitySet>>): Set<string> =>
  new Set(Object.values(sets).flatMap(({ country: _, ...set }) => Object.values(set).flat()));

const fieldOf = (column: ReadColumn, columns: readonly ReadColumn[]): IdentityField | null => {
  if (isCustomerKey(column)) return "customer_id";
  if (isDuplicate(column, columns)) return null;
  const field = identityFields.find(
    (name) => name !== "customer_id" && fieldNames[name].test(column.rest) && !isOther(name, column, columns),
  );
  if (field === "person_last_name" && column.rest === "nom" && !hasFirstName(columns))
    return "person_full_name";
  return field === "house_number_and_street" && surelyLooksLike(/,.*,/, column)
    ? "freeform_address"
    : (field ?? null);
};

/** Shopify exports both the whole street and its lines. */
const isDuplicate = ({ rest, role }: ReadColumn, columns: readonly ReadColumn[]): boolean =>
  rest === "street" && columns.some((other) => other.role === role && other.rest === "address 1");

const isOther = (field: IdentityField, column: ReadColumn, columns: readonly ReadColumn[]): boolean => {
  if (field === "state" && namesStatuses(column)) return true;
  if (field === "person_full_name" && isNameOfThing(column, columns)) return true;
  if (field === "country" && !holdsCountries(column)) return true;
  const shape = fieldShapes[field];
  return shape !== undefined && !looksLike(shape, column);
};

const holdsCountries = ({ examples }: ReadColumn): boolean =>
  2 * examples.filter((example) => countryIn(example) !== undefined).length >= examples.length;

/** `name` alone is a product's, where the person has a first and a last name, or lines have a number of the article. */
const isNameOfThing = ({ words, isOfCustomer, role }: ReadColumn, columns: readonly ReadColumn[]): boolean =>
  /^(names?|namn|navn|nimi|nev)$/.test(words) &&
  !isOfCustomer &&
  role === null &&
  (hasFirstName(columns) || columns.some((other) => /\b(sku|article number|product id)\b/.test(other.words)));

const hasFirstName = (columns: readonly ReadColumn[]): boolean =>
  columns.some(({ rest }) => fieldNames.person_first_name.test(rest));

const keyOfPerson = anyOf(
  "^(kundennummer|kundennr|kundenid|kunden id|kd ?nr|kd ?nummer|debitor(en)?( ?(nr|nummer|id))?|mitgliedsnummer|mitglieds ?nr|userid|customerid)$",
  "^(u ?id|cust ?id|cust ?no|cust ?nr|cust ?num|cust ?key|cid|mid|pid|acct( ?(id|no|num|number))?|msisdn|crm id|card ?code|bp ?code|sold ?to( ?(id|no|code|party))?|debtor( ?(id|no|code|number))?|kunnr|payer ?id|visitor id|anonymous id|distinct id|external id)$",
  "^(loyalty (card|id|number|no)( ?(no|number|nr))?|card ?(holder|member) (id|no|number)|membership (id|no|number)|kundenkarten?( ?(nr|nummer|id))?|bonuskarte|carte (de )?(fidelite|client)|n carte|tarjeta (de )?(cliente|fidelidad)|carta (fedelta|cliente)|klantenkaart|household (key|id)|user pseudo id)$",
  "^((associated |primary )?(contact|company|account|customer) ids?)$",
  "^((id|nr|numer|kod) klienta|id zakaznika|cislo zakaznika|kod zakaznika|cislo zakaznika|kund( ?(id|nr|nummer))|kundnummer|kundnr|kunde( ?(id|nr|nummer))|asiakasnumero|asiakasnro|asiakas ?(id|nro|numero)|vevoszam|vevokod|vevo (id|azonosito|kod)|ugyfelszam|cod client|id client|musteri (no|numarasi|kodu|id))$",
  "^(clientid|idclient|idcliente|numcliente|numclient|codcliente|codclient|klantnummer|klantnr|klantid|nif|dni|cpf|codice fiscale)$",
);

/** Names of accounts, which are keys where they have no spaces. */
const nameOfAccount =
  /^(sender|sender (id|account|name)|user ?name|login|handle|nick ?name|wallet( address| id)?|from (address|account|wallet)|name ?orig|payer|remitter|benutzername|pseudo|usuario|gebruikersnaam)$/;

/** A key is a customer key if its name mentions customers, or is that word alone with values that look like keys. */
const isCustomerKey = (read: ReadColumn): boolean => {
  const { words, rest, isOfCustomer, role, column, examples } = read;
  if (
    /^(customer|client|kunde|user|cust|cliente|klant|member|buyer|household|usuario|utente|shopper)$/.test(
      words,
    )
  )
    return (
      column.data_type === "number" ||
      (examples.length > 0 && examples.every((text) => /^\S*\d\S*$/.test(text)))
    );
  return (
    role === null &&
    (keyOfPerson.test(words) ||
      (nameOfAccount.test(words) && surelyLooksLike(/^\S+$/, read)) ||
      (isOfCustomer && rest !== words && (fieldNames.customer_id.test(rest) || keyOfPerson.test(rest))))
  );
};

const hold = (
  sets: Map<Role | null, FieldColumns>,
  role: Role | null,
  field: IdentityField,
  name: string,
): void => {
  const set = sets.get(role) ?? {};
  const columnNames = set[field] ?? [];
  if (field === "house_number_and_street" ? columnNames.length < 3 : columnNames.length === 0)
    set[field] = [...columnNames, name];
  sets.set(role, set);
};

/** Finds a column of e-mail addresses by its values, whatever its name. */
const lookForAddresses = (columns: readonly ReadColumn[], sets: Map<Role | null, FieldColumns>): void => {
  if ([...sets.values()].some((set) => set.email)) return;
  const found = columns.find((column) => surelyLooksLike(emailShape, column));
  if (found) hold(sets, found.role, "email", found.name);
};

/** Contacts join the payer's set, and an address without a name joins the set with one. */
const mergeSets = (sets: Map<Role | null, FieldColumns>): Map<Role | null, FieldColumns> => {
  const [own = {}, billing, shipping] = [sets.get(null), sets.get("billing"), sets.get("shipping")];
  const host: Role | null =
    hasName(own) || hasStreet(own) ? null : billing ? "billing" : shipping ? "shipping" : null;
  const merged = new Map<Role | null, FieldColumns>();
  merged.set(host, { ...sets.get(host), ...own });
  for (const role of ["billing", "shipping"] as const) {
    const set = sets.get(role);
    if (!set || role === host) continue;
    if (hasName(set) || identifiesPerson(set)) merged.set(role, set);
    else if (!hasStreet(merged.get(host) ?? {})) merged.set(host, { ...set, ...merged.get(host) });
  }
  return merged;
};

const hasName = (set: FieldColumns): boolean => Boolean(set.person_last_name ?? set.person_full_name);
const hasStreet = (set: FieldColumns): boolean =>
  Boolean(set.house_number_and_street ?? set.freeform_address ?? set.postcode);

/** A key or a contact, or a name with part of an address. */
const identifiesPerson = (set: FieldColumns): boolean =>
  Boolean(set.customer_id ?? set.email ?? set.email_hash ?? set.phone ?? set.national_id) ||
  (hasName(set) && hasStreet(set));

/** A country says something only of a telephone number, a postcode or a street. */
const isReadByCountry = ({ phone, postcode, house_number_and_street }: FieldColumns): boolean =>
  Boolean(phone ?? postcode ?? house_number_and_street);

const written = (set: FieldColumns): IdentitySet =>
  Object.fromEntries(
    identityFields.flatMap((field) => {
      const names = set[field];
      if (!names || (field === "country" && !isReadByCountry(set))) return [];
      return [[field, field === "house_number_and_street" ? names : names[0]]];
    }),
  ) as IdentitySet;
