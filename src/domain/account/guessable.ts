// Guessable passwords: those that consist of common words, runs of keys and what others know of the user. Of the
// passwords with twelve characters or more that people choose most, all are of this kind.

/** Common beginnings of passwords, and the product. */
const commonWords = [
  "administrator",
  "bellwether",
  "password",
  "passwort",
  "football",
  "baseball",
  "princess",
  "sunshine",
  "iloveyou",
  "changeme",
  "superman",
  "trustno1",
  "default",
  "letmein",
  "welcome",
  "charlie",
  "michael",
  "shadow",
  "dragon",
  "monkey",
  "master",
  "secret",
  "access",
  "admin",
  "login",
  "hello",
  "guest",
  "test",
  "user",
  "root",
];

/** Keys beside one another, the alphabet, and keys of two rows in turns. */
const runs = [
  "01234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "yxcvbnm",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "1qaz2wsx3edc4rfv5tgb6yhn",
  "zaq12wsxcde34rfv",
];
const bothWays = [...runs, ...runs.map((run) => [...run].reverse().join(""))];

const shortestRun = 3;
/** Different characters that a password has besides. */
const fewest = 5;

/** `known`: the user's address and the names of the account. */
export const isGuessable = (password: string, known: readonly string[] = []): boolean => {
  const words = known.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const removed = [...commonWords, ...words.filter(({ length }) => length >= shortestRun)];
  let rest = password.toLowerCase();
  for (const word of removed.sort((a, b) => b.length - a.length)) rest = rest.replaceAll(word, " ");
  return new Set(withoutRuns(rest).replaceAll(/\s/g, "")).size < fewest;
};

const withoutRuns = (text: string): string => {
  let kept = "";
  for (let at = 0; at < text.length; ) {
    const length = runAt(text, at);
    if (length < shortestRun) kept += text[at];
    at += length < shortestRun ? 1 : length;
  }
  return kept;
};

/** Length of the longest run that begins here. */
const runAt = (text: string, at: number): number => {
  let longest = 1;
  while (text[at + longest] === text[at]) longest++;
  for (const run of bothWays) {
    let length = longest;
    while (at + length < text.length && run.includes(text.slice(at, at + length + 1))) length++;
    if (run.includes(text.slice(at, at + length))) longest = Math.max(longest, length);
  }
  return longest;
};
