import fc from "fast-check";
import { expect, test } from "vitest";
import { isGuessable } from "./guessable.js";

test.each([
  "123456789012",
  "passwordpassword",
  "Password1234",
  "qwertyuiop12",
  "1q2w3e4r5t6y",
  "zaq12wsxcde3",
  "aaaaaaaaaaaa",
  "abcdefghijkl",
  "administrator1",
  "iloveyou123456",
  "Welcome12345!",
  "bellwether2024",
  "0987654321qwerty",
])("%s is guessable", (password) => expect(isGuessable(password)).toBe(true));

test("so is what others know of the user", () => {
  const known = ["ada.lovelace@example.com", "Acme Garden Tools"];
  expect(isGuessable("ada.lovelace1", known)).toBe(true);
  expect(isGuessable("AcmeGardenTools!", known)).toBe(true);
  expect(isGuessable("AcmeGardenTools!", [])).toBe(false);
});

test.each(["correct horse battery staple", "gravel ochre tundra", "xK9#mPq2$vLw", "пароль из слов"])(
  "%s is not",
  (password) => expect(isGuessable(password, ["ada@example.com"])).toBe(false),
);

test("a random password is as good as none refused, and any text is judged", () => {
  const letters = fc.array(fc.integer({ min: 33, max: 126 }), { minLength: 16, maxLength: 40 });
  fc.assert(
    fc.property(letters, (codes) => {
      fc.pre(new Set(codes).size > 11);
      return !isGuessable(String.fromCharCode(...codes), ["a.b@example.com"]);
    }),
  );
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.string()),
      (text, known) => typeof isGuessable(text, known) === "boolean",
    ),
  );
});
