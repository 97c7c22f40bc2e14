// The words of a server on a fault, without the paths of its machine, such as `"/var/lib/postgresql/data"`.

const absolutePaths = /(?<=^|[\s"'(])\/[^\s"'()/]+\/[^\s"'()]*/g;

export const wordsOf = ({ message, code }: Error & { code?: string }): string =>
  message.replaceAll(absolutePaths, "…") || code || "no reason given";
