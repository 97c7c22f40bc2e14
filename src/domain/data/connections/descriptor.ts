// Descriptor of a type of connection: its fields, its secret, and what it cannot do. The schema of the API, the
// form of the console and the reference are made from it. It is plain data, which the console holds too.

/** Parts of the form, in their order. */
export const fieldGroups = ["Server", "Account", "Bucket", "Data", "Storage", "Login", "Access key"] as const;
export type FieldGroup = (typeof fieldGroups)[number];

export interface Field {
  /** Label in forms. */
  title: string;
  /** Text of the form below the entry. */
  hint?: string;
  /** Description in the API. */
  about: string;
  /** Null: nobody enters it. */
  group: FieldGroup | null;
  /** Default: a text. */
  kind?: "port" | "choice";
  /** Labels of a choice, by value. */
  choices?: Readonly<Record<string, string>>;
  /** Value of a request without the field. */
  default?: string | number;
  isOptional?: true;
  /** Default: 1 to 500 characters. */
  rule?: { minLength?: number; maxLength?: number; pattern?: string };
  example?: string;
}

export interface Secret {
  /** Name in requests. */
  name: string;
  title: string;
  hint?: string;
  about: string;
  /** A secret with a form is checked at once, and not at the first build. Default: any text in a line. */
  form?:
    | "RSA private key"
    | "Google service account"
    | "Google API key or service account"
    | "Mailchimp key"
    | "Meta token"
    | "password or SSH key"
    | "address of a file";
  example: string;
}

export interface Descriptor {
  /** Name in sentences and forms. */
  title: string;
  /** Contacts are written alone: a program's people are not read. */
  holds: "tables" | "files" | "contacts";
  /** Datasets read it, and no target writes to it. */
  isReadOnly?: true;
  /** People are sent as hashes alone, and have no properties there. */
  takesHashes?: true;
  /** Names that requests may use instead of the type, with the options that each stands for. */
  aliases: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** In the order of the API. */
  fields: Readonly<Record<string, Field>>;
  secret: Secret;
  /** Fields that name the server: if one changes, the secret must be given again. */
  secretGoesTo: readonly string[];
  /** Fields by which a list shows the server, with its name where they are absent, and what holds the tables or files; empty if nothing does. */
  shown: { server: readonly string[]; serverName?: string; holder: string };
  /** Limits, a sentence each. */
  cannot: readonly string[];
}
