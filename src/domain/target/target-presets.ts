// Presets of hashed targets: the columns that an ad platform's upload form takes, under the names that it
// requires. The platforms publish how a value is written before it is hashed: Meta in "Customer information
// parameters", Google in "Format your customer data file" (Customer Match). Presets of lists for people are
// in `list-columns.ts`.

import type { IdentityField } from "../data/dataset.js";
import { listPresets } from "./list-columns.js";

export const presets = ["facebook", "google_ads"] as const;
export type Preset = (typeof presets)[number];

/** Spelling of a value; `warehouse/delivery/preset-spellings.ts` has the SQL of each. */
export type PresetSpelling =
  | "address"
  | "digits"
  | "e164"
  | "given name in letters"
  | "family name in letters"
  | "given name"
  | "family name"
  | "city"
  | "state"
  | "lower-case postcode"
  | "postcode"
  | "country";

export interface PresetColumn {
  /** Name in the file. */
  header: string;
  /** The column is in the file if a dataset maps a field of each of these lists. */
  needs: readonly (readonly IdentityField[])[];
  spelling: PresetSpelling;
  /** In clear text; absent: its SHA-256 in lower-case hex. */
  isClear?: true;
}

const emailFields = ["email", "email_hash"] as const;
const givenFields = ["person_first_name", "person_full_name"] as const;
const familyFields = ["person_last_name", "person_full_name"] as const;
/** Google refuses a file that has some of these and not all. */
const mailing = [givenFields, familyFields, ["postcode"]] as const;

const columns: Record<Preset, readonly PresetColumn[]> = {
  facebook: [
    { header: "email", needs: [emailFields], spelling: "address" },
    { header: "phone", needs: [["phone"]], spelling: "digits" },
    { header: "fn", needs: [givenFields], spelling: "given name in letters" },
    { header: "ln", needs: [familyFields], spelling: "family name in letters" },
    { header: "zip", needs: [["postcode"]], spelling: "lower-case postcode" },
    { header: "ct", needs: [["city"]], spelling: "city" },
    { header: "st", needs: [["state"]], spelling: "state" },
    { header: "country", needs: [], spelling: "country" },
  ],
  google_ads: [
    { header: "Email", needs: [emailFields], spelling: "address" },
    { header: "Phone", needs: [["phone"]], spelling: "e164" },
    { header: "First Name", needs: mailing, spelling: "given name" },
    { header: "Last Name", needs: mailing, spelling: "family name" },
    { header: "Country", needs: mailing, spelling: "country", isClear: true },
    { header: "Zip", needs: mailing, spelling: "postcode", isClear: true },
  ],
};

/** The columns of a preset for the identity fields that datasets map. */
export const presetColumns = (preset: Preset, mapped: readonly string[]): PresetColumn[] =>
  columns[preset].filter(({ needs }) =>
    needs.every((fields) => fields.some((field) => mapped.includes(field))),
  );

/** The presets of a mode of representation. */
export const presetsOf = (mode: string): readonly string[] => {
  if (mode === "hashed") return ["default", ...presets];
  return mode === "identified" ? ["default", ...listPresets] : ["default"];
};
