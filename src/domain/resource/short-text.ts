// A text within a number of characters. The rest is replaced by an ellipsis; a character of two halves stays whole.

export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
