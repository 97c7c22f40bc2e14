// Media types of delivered files, by the end of their names.

export const parquetType = "application/vnd.apache.parquet";

export const mediaTypeOf = (file: string): string => {
  if (file.endsWith(".parquet")) return parquetType;
  return file.endsWith(".gz") ? "application/gzip" : "text/csv; charset=utf-8";
};
