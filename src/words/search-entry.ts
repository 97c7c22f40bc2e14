// Entry of the documentation's search index, which the service makes and the script of its pages searches.

export interface SearchEntry {
  /** Operation, guide, schema or error. */
  kind: string;
  title: string;
  /** Second line of a result: method and path of an operation, the page of a section. */
  detail: string;
  url: string;
  /** Other words that find it, in small letters, each once. */
  words: string;
}
