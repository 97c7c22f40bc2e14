import { expect, test } from "vitest";
import { nicknames } from "./nicknames.js";
import { scriptForms } from "./scripts.js";
import { words } from "./text.js";

const formsOf = (name: string): string[] => scriptForms(words(name)).split(" ").slice(1);
const soundAlike = (one: string, other: string): boolean =>
  formsOf(one).some((form) => formsOf(other).includes(form));

test.each([
  ["Γεώργιος", "Georgios"],
  ["Παπαδόπουλος", "Papadopoulos"],
  ["Олександр", "Oleksandr"],
  ["Щукин", "Shchukin"],
  ["Фёдоров", "Fedorov"],
  ["ハナコ", "花子"],
  ["鈴木", "Suzuki"],
  ["さくら", "サクラ"],
  ["国强", "Guoqiang"],
  ["張", "Zhang"],
  ["민준", "Min-jun"],
  ["정", "Jeong"],
  ["정", "Chung"],
  ["이", "Lee"],
  ["محمد", "Mohammed"],
  ["الراشد", "Al-Rashid"],
  ["כהן", "Cohen"],
  ["शर्मा", "Sharma"],
  ["ममता", "Mamta"],
  ["राम प्रसाद", "Ram Prasad"],
  ["राहुल चंद्र", "Rahul Chandra"],
  ["สมชาย", "Somchai"],
])("%s is %s", (one, other) => {
  expect(soundAlike(one, other)).toBe(true);
});

test.each([
  ["Александр", "Aleksandra"],
  ["Δημήτριος", "Dimitra"],
  ["민준", "Min-ji"],
  ["晓明", "Xiaohua"],
  ["राम", "Rama"],
  ["خالد", "Hamid"],
  ["สมชาย", "Somsak"],
  ["一郎", "Jiro"],
])("%s is not %s", (one, other) => {
  expect(soundAlike(one, other)).toBe(false);
});

test("a sign without a known reading has its script alone", () => {
  expect(scriptForms("龘龘")).toBe("hani");
  expect(scriptForms("17")).toBe("");
});

test("a short form in its own script stands for the name in Latin letters", () => {
  expect(nicknames.get(words("Саша"))).toEqual(["alexander", "alexandra"]);
  expect(nicknames.get(words("Γιώργος"))).toContain("georgios");
});
