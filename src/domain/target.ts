// A target is a deployment of a scope: here a CSV file that the service hosts and keeps fresh.

export interface TargetConfig {
  scope_id: string;
  representation: { mode: "identified"; aggregate: "person" | "residence" };
  options: { type: "hosted_csv"; delimiter?: string; gzip?: boolean; quote_all?: boolean };
  human_readable?: boolean;
}

export interface TargetResult {
  rows: number;
  bytes: number;
  /** SHA-256 of the file, the strong ETag of its download. */
  sha256: string;
  columns: string[];
  /** File name inside the relation's directory. */
  file: string;
}
