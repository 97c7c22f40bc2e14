// What a database says when a row would be the second of its kind.

const postgresUniqueViolation = "23505";
/** SQLite's own words: the driver does not pass on its code from every kind of call. */
const sqliteUniqueViolation = /^UNIQUE constraint failed: /;

export const isUniqueViolation = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return (
    ("code" in error && error.code === postgresUniqueViolation) || sqliteUniqueViolation.test(error.message)
  );
};
