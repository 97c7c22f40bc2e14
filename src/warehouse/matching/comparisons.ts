// Comparisons of the profiles `l` and `r` of a pair, in SQL, each with a comparison level as its result.
// Levels are looked up by the texts of `domain/people/matching.ts`, so that the two cannot differ. Names have
// typos, nicknames and initials, change with marriage and are swapped; the parts of an address are compared
// separately, because street, house number, unit and postcode go wrong separately.

import { alikeNames, familyEndings, feminineEndings } from "../../domain/people/identity/alike-names.js";
import { scriptCodeLength } from "../../domain/people/identity/scripts.js";
import { type ComparisonName, comparisons, levelTexts } from "../../domain/people/matching.js";
import { assert } from "../../errors/refusal.js";
import { isInitial } from "../persons/names.js";
import { ident, join, type Sql, sql } from "../sql/sql.js";

/** The number of a level: `level("unit", "is the same")` is 2. */
export const level = (comparison: ComparisonName, name: string): Sql => sql`${levelNumber(comparison, name)}`;

export const levelNumber = (comparison: ComparisonName, name: string): number => {
  const at = levelTexts(comparisons.find((each) => each.name === comparison)!).indexOf(name);
  assert(at >= 0, `no level of ${comparison} is called “${name}”`);
  return at + 1;
};

/** Level 0: a value is missing. */
export const unknown = sql`0`;

export const isMissing = (column: string): Sql =>
  sql`(${ident("l", column)} is null or ${ident("r", column)} is null)`;

export const isEqual = (column: string): Sql => sql`${ident("l", column)} = ${ident("r", column)}`;

export const isSimilar = (column: string, min: number): Sql =>
  sql`jaro_winkler_similarity(${ident("l", column)}, ${ident("r", column)}) >= ${min}`;

/**
 * Conditions, each looked at only where those before it hold; false also where one is null. What stands after
 * `when` the engine (1.5) looks at in this way by itself, but elsewhere it computes both sides of an `and`,
 * and an edit distance takes a hundred times as long as all else.
 */
const ifSo = (...conditions: readonly Sql[]): Sql =>
  conditions.reduceRight((rest, condition) => sql`(case when ${condition} then ${rest} else false end)`);

/** Any of these conditions, in the same way. */
const anyOf = (...conditions: readonly Sql[]): Sql =>
  sql`(case when ${join(conditions, " or ")} then true else false end)`;

/**
 * The digits of both texts differ: in `Customer 17` or `ann.lee82` they tell people apart, so a difference is
 * no typo.
 */
export const hasOtherNumber = (column: string): Sql => {
  const number = (side: string) => sql`regexp_replace(${ident(side, column)}, '[^0-9]+', '', 'g')`;
  return ifSo(
    sql`regexp_matches(${ident("l", column)} || ${ident("r", column)}, '[0-9]')`,
    sql`${number("l")} <> ${number("r")}`,
  );
};

/**
 * One character added, removed or changed, or two neighbours swapped. Such an edit leaves the first part of the
 * text unchanged or the last one, wherever it is parted; checking some parts first avoids nearly all edit
 * distances. Halves alone are not enough: streets and family names end alike.
 */
export const isOneEditAway = (column: string): Sql => areOneEditApart(ident("l", column), ident("r", column));

const areOneEditApart = (l: Sql, r: Sql): Sql => {
  const shortest = sql`least(length(${l}), length(${r}))`;
  const half = sql`greatest((${shortest} - 1) // 2, 1)`;
  const quarter = sql`(${shortest} // 4)`;
  const most = sql`(${shortest} - 1 - ${quarter})`;
  const isPartEqual = (first: Sql, last: Sql) =>
    sql`(starts_with(${l}, left(${r}, ${first})) or ends_with(${l}, right(${r}, ${last})))`;
  const arePartsEqual = sql`(
    abs(length(${l}) - length(${r})) <= 1
    and ${isPartEqual(half, half)} and ${isPartEqual(quarter, most)} and ${isPartEqual(most, quarter)})`;
  return ifSo(arePartsEqual, sql`damerau_levenshtein(${l}, ${r}) <= 1`);
};

/** First and last name are swapped. */
const isSwapped = sql`(l.first_name = r.last_name and l.last_name = r.first_name)`;

/** First and last name are swapped, one of them with a typo. */
const isNearlySwapped = sql`(
  ${ifSo(sql`l.first_name = r.last_name`, isTypo(sql`l.last_name`, sql`r.first_name`))}
  or ${ifSo(sql`l.last_name = r.first_name`, isTypo(sql`l.first_name`, sql`r.last_name`))})`;

function isTypo(one: Sql, other: Sql): Sql {
  return sql`(jaro_winkler_similarity(${one}, ${other}) >= 0.86
    or least(length(${one}), length(${other})) > 2 and damerau_levenshtein(${one}, ${other}) <= 1)`;
}

const wordsOf = (side: string): Sql =>
  sql`string_split(coalesce(${ident(side, "given")}, ${ident(side, "first_name")}), ' ')`;
/** Words that the other given name lacks. */
const otherWords = (side: string, other: string): Sql =>
  sql`list_filter(${wordsOf(side)}, lambda word: not list_contains(${wordsOf(other)}, word))`;
const otherWord = (side: string, other: string): Sql => sql`${otherWords(side, other)}[1]`;
const isOneOther = (side: string, other: string): Sql => sql`len(${otherWords(side, other)}) = 1`;
/** Strangers seldom share a word, and to look for it takes a fraction of the time of all that follows from it. */
const sharesWord = sql`list_has_any(${wordsOf("l")}, ${wordsOf("r")})`;

/** `Martínez | Antonio` and `Antonio Luis | Martínez Moreno`: swapped, and parts of them left out. */
const isPartlySwapped = sql`(${areSwappedParts("l", "r")} or ${areSwappedParts("r", "l")})`;
function areSwappedParts(part: string, whole: string): Sql {
  const of = (column: string) => ident(whole, column);
  return ifSo(
    sql`${ident(part, "first_name")} in (${of("last_name")}, ${of("last_start")}, ${of("last_end")})`,
    sql`coalesce(${ident(part, "last_name")} = ${of("first_name")} or list_contains(${wordsOf(whole)}, ${ident(part, "last_name")}), false)`,
  );
}

const mayHaveNickname = sql`(l.first_names is not null or r.first_names is not null)`;
/** The name itself comes first. */
const namesOf = (side: string): Sql =>
  sql`string_split(coalesce(${ident(side, "first_names")}, ${ident(side, "first_name")}), ' ')`;
/** The engine (1.5) looks through the lists of all rows for those that few rows have in common: the bits leave hardly one in twenty. */
const sharesName = ifSo(
  mayHaveNickname,
  sql`(l.name_bits & r.name_bits) <> 0`,
  sql`list_has_any(${namesOf("l")}, ${namesOf("r")})`,
);

/** `JL` or `J` for `Jean-Luc`; ideographs are no initials. */
const isInitialsOf = (side: string, other: string): Sql => sql`(
  ${isInitial(side)} and left(${ident(other, "first_name")}, 1) = ${ident(side, "first_name")}
  or ${ifSo(
    sql`${ident(side, "given")} is null and left(l.first_name, 1) = left(r.first_name, 1)`,
    sql`${ident(side, "first_name")} = array_to_string(list_transform(${wordsOf(other)}, lambda word: left(word, 1)), '')`,
  )})`;

/** Shorter words that differ in a letter are two names. */
const minTypoLetters = 4;

const hasWordInNicknames = sql`(
  list_has_any(${namesOf("l")}, ${wordsOf("r")}) or list_has_any(${namesOf("r")}, ${wordsOf("l")}))`;
const typoOfManyLetters = sql`
  case when ${ifSo(sql`least(length(l.first_name), length(r.first_name)) >= ${2 * minTypoLetters}`, isOneEditAway("first_name"))}
    then ${level("first_name", "differs by a typo")} else ${level("first_name", "differs")} end`;

/**
 * Names of several words. `James` is part of `James Robert`, and so are `Jim` and `J. Robert`. Of `María
 * José` and `María Teresa` each has a word that the other lacks: two names, unless these words are alike.
 */
const compoundName = sql`
  case when ${isInitialsOf("l", "r")} or ${isInitialsOf("r", "l")} then ${level("first_name", "has the same initial")}
    when ${isInitial("l")} or ${isInitial("r")} then ${level("first_name", "differs")}
    when ${sharesWord} then
      case when len(${otherWords("l", "r")}) = 0 or len(${otherWords("r", "l")}) = 0 then ${level("first_name", "is part of the other")}
        when ${isOneOther("l", "r")} and ${isOneOther("r", "l")} then
          case when (length(${otherWord("l", "r")}) = 1 or length(${otherWord("r", "l")}) = 1)
              and left(${otherWord("l", "r")}, 1) = left(${otherWord("r", "l")}, 1) then ${level("first_name", "is part of the other")}
            when least(length(${otherWord("l", "r")}), length(${otherWord("r", "l")})) >= ${minTypoLetters}
              and damerau_levenshtein(${otherWord("l", "r")}, ${otherWord("r", "l")}) <= 1 then ${level("first_name", "differs by a typo")}
            else ${level("first_name", "differs")} end
        else ${typoOfManyLetters} end
    when ${ifSo(sql`(l.given is null or r.given is null) and ${mayHaveNickname}`, hasWordInNicknames)}
      then ${level("first_name", "is part of the other")}
    else ${typoOfManyLetters} end`;

const [shorter, longer] = [
  sql`case when length(l.first_name) <= length(r.first_name) then l.first_name else r.first_name end`,
  sql`case when length(l.first_name) <= length(r.first_name) then r.first_name else l.first_name end`,
];
const inFeminine = join(
  feminineEndings.map(([masculine, feminine]) => {
    const endsInEither = (name: Sql, other: Sql) =>
      sql`${name} = left(${other}, length(${other}) - ${masculine.length}) || ${feminine} and ends_with(${other}, ${masculine})`;
    return sql`(${endsInEither(longer, shorter)} or ${endsInEither(shorter, longer)})`;
  }),
  " or ",
);
/** `Michael` and `Michelle`, or `Karl` and `Karla`, are two names, and no slip of the pen. */
const areAlikeNames = sql`(
  ${inFeminine} or contains(${`|${alikeNames.join("|")}|`},
    '|' || least(l.first_name, r.first_name) || ' ' || greatest(l.first_name, r.first_name) || '|'))`;

/** Shorter names in signs that differ in one are two names. */
const minTypoSigns = 6;
/** Names in ideographs, syllables or signs for vowels, of which another one makes another name. Each has three bytes. */
const areTwoNames = sql`(
  strlen(l.first_name) = 3 * length(l.first_name) and not coalesce(${isNearlySwapped}, false)
  and (least(length(l.first_name), length(r.first_name)) < ${minTypoSigns} or not ${isOneEditAway("first_name")}))`;

const scriptOf = (side: string, forms: string) => sql`left(${ident(side, forms)}, ${scriptCodeLength})`;
const formOf = (side: string, forms: string) => sql`split_part(${ident(side, forms)}, ' ', 2)`;
const formsOf = (side: string, forms: string) =>
  sql`string_split(substr(${ident(side, forms)}, ${scriptCodeLength + 2}), ' ')`;

/** Two names in two scripts: see `scriptForms`. */
const isInTwoScripts = (forms: string): Sql => sql`(${scriptOf("l", forms)} <> ${scriptOf("r", forms)})`;
const hasNoReading = (forms: string): Sql =>
  sql`(length(${ident("l", forms)}) = ${scriptCodeLength} or length(${ident("r", forms)}) = ${scriptCodeLength})`;
/** The name of a list that knows both scripts, or the empty text. */
const knownOf = (side: string, forms: string) => sql`split_part(${ident(side, forms)}, '#', 2)`;
const areKnownApart = (left: string, right: string): Sql =>
  sql`(${knownOf("l", left)} <> '' and ${knownOf("r", right)} <> '' and ${knownOf("l", left)} <> ${knownOf("r", right)})`;
const soundsAlike = (left: string, right = left): Sql =>
  ifSo(
    sql`list_has_any(${formsOf("l", left)}, ${formsOf("r", right)})`,
    sql`not ${areKnownApart(left, right)}`,
  );
/** First and last name are swapped, in two scripts. */
const isSwappedInScripts = ifSo(
  soundsAlike("first_forms", "last_forms"),
  sql`coalesce(${soundsAlike("last_forms", "first_forms")}, false)`,
);
const [leftForm, rightForm] = [formOf("l", "first_forms"), formOf("r", "first_forms")];
const shortestForm = sql`least(length(${leftForm}), length(${rightForm}))`;
/** Of two sounds, one begins with the other and has further words; a vowel alone makes a woman's name of a man's. */
const isBeginning = sql`(
  (starts_with(${leftForm}, ${rightForm}) or starts_with(${rightForm}, ${leftForm}))
  and ${shortestForm} >= ${minTypoLetters} and abs(length(${leftForm}) - length(${rightForm})) >= 2)`;

const knownWordsOf = (side: string) => sql`string_split(${knownOf(side, "first_forms")}, '+')`;
/** A list knows all words of both names, and one has all of the other's. */
const hasKnownWords = sql`(
  ${knownOf("l", "first_forms")} <> '' and ${knownOf("r", "first_forms")} <> ''
  and (list_has_all(${knownWordsOf("l")}, ${knownWordsOf("r")}) or list_has_all(${knownWordsOf("r")}, ${knownWordsOf("l")})))`;

/** The asterisk of a form of consonants counts. */
const minFormLetters = 6;
const minLongFormLetters = 8;
/** One sound is another: not the last one, and the first one only in a long name. */
const isSoundTypo = (forms: string, minLetters = minFormLetters): Sql => {
  const areAlike = ifSo(
    sql`right(own, 1) = right(other, 1) and least(length(own), length(other)) >= ${minLetters}
      and (left(own, 1) = left(other, 1) or least(length(own), length(other)) >= ${minLongFormLetters})`,
    areOneEditApart(sql`own`, sql`other`),
  );
  const isAlikeAny = sql`len(list_filter(${formsOf("r", forms)}, lambda other: ${areAlike})) > 0`;
  return sql`(
    len(list_filter(${formsOf("l", forms)}, lambda own: ${isAlikeAny})) > 0 and not ${areKnownApart(forms, forms)})`;
};

/** The first letter of a name's sound; the first consonant where vowels are left out. */
function startOf(side: string): Sql {
  return sql`left(ltrim(${formOf(side, "first_forms")}, '*'), 1)`;
}

/** Names in two scripts. Other sounds are two names, if both can be read. */
const firstInTwoScripts = sql`
  case when ${sharesName} or ${soundsAlike("first_forms")} or ${isSwappedInScripts}
      then ${level("first_name", "is the same in another script")}
    when ${hasNoReading("first_forms")} then ${unknown}
    when ${isInitial("l")} or ${isInitial("r")} then
      case when ${startOf("l")} = ${startOf("r")} then ${level("first_name", "has the same initial")} else ${unknown} end
    when ${isBeginning} or ${hasKnownWords} then ${level("first_name", "is part of the other")}
    when ${isSoundTypo("first_forms")} then ${level("first_name", "differs by a typo")}
    else ${level("first_name", "differs")} end`;

/** A woman has another ending, and a family of two names may leave one out. */
const isEnding = sql`(
  least(length(${formOf("l", "last_forms")}), length(${formOf("r", "last_forms")})) >= ${minTypoLetters}
  and left(${formOf("l", "last_forms")}, ${minTypoLetters}) = left(${formOf("r", "last_forms")}, ${minTypoLetters}))`;
const lastInTwoScripts = sql`
  case when ${soundsAlike("last_forms")} or ${isSwappedInScripts}
      then ${level("last_name", "is the same in another script")}
    when ${hasNoReading("last_forms")} then ${unknown}
    when ${isSoundTypo("last_forms", minTypoLetters)} then ${level("last_name", "differs by a typo")}
    when ${isEnding} then ${level("last_name", "is part of the other")}
    else ${level("last_name", "differs")} end`;

/** Somebody of one name alone, which stands in either column. */
function isOnlyName(one: string, other: string): Sql {
  const [first, last] = [ident(one, "first_name"), ident(other, "last_name")];
  return sql`coalesce(${ident(one, "last_name")} is null and ${ident(other, "first_name")} is null and ${first} = ${last}, false)`;
}

/**
 * One name can stand for the other, or both for a third, as `Bob` and `Rob` do. `Betty` and `Lisa` do as well, and
 * are two sisters nevertheless: such names begin alike or rhyme.
 */
const isNickname = ifSo(
  sharesName,
  anyOf(
    sql`left(l.first_name, 1) = left(r.first_name, 1)`,
    sql`list_contains(${namesOf("l")}, r.first_name)`,
    sql`list_contains(${namesOf("r")}, l.first_name)`,
    isOneEditAway("first_name"),
  ),
);

/** `Angie` and `Ngela`, of one family: a slip of the pen in a name that the other may stand for. */
const isSlipInNickname = ifSo(
  sql`${isEqual("last_name")} and ${mayHaveNickname}`,
  sql`(${hasSlip("l", "r")} or ${hasSlip("r", "l")})`,
);
function hasSlip(side: string, other: string): Sql {
  const own = ident(side, "first_name");
  return sql`len(list_filter(${namesOf(other)}[2:], lambda name: least(length(name), length(${own})) >= ${minTypoLetters}
    and ${areOneEditApart(sql`name`, own)})) > 0`;
}

/** An initial can only agree or differ. What costs most is looked at only where the rest leaves it open. */
export const firstName = sql`
  case when ${isMissing("first_name")} then
      case when ${isOnlyName("l", "r")} or ${isOnlyName("r", "l")} then ${level("first_name", "is the same")} else ${unknown} end
    when ${isEqual("first_name")} or ${isSwapped} then ${level("first_name", "is the same")}
    when ${isPartlySwapped} then ${level("first_name", "is part of the other")}
    when ${isInTwoScripts("first_forms")} then ${firstInTwoScripts}
    when l.given is not null or r.given is not null then ${compoundName}
    when ${isInitial("l")} or ${isInitial("r")} then
      case when left(l.first_name, 1) = left(r.first_name, 1) then ${level("first_name", "has the same initial")}
        else ${level("first_name", "differs")} end
    when ${isNickname} then ${level("first_name", "is a nickname")}
    when ${isSimilar("first_name", 0.82)} or ${isOneEditAway("first_name")} or ${isNearlySwapped} or ${isSlipInNickname}
      then case when ${hasOtherNumber("first_name")} or ${areTwoNames} then ${level("first_name", "differs")}
        when ${isSimilar("first_name", 0.92)} or ${isOneEditAway("first_name")} or ${isNearlySwapped}
          then case when ${areAlikeNames} and not coalesce(${isNearlySwapped}, false) then ${level("first_name", "differs")}
            else ${level("first_name", "differs by a typo")} end
        else ${level("first_name", "is similar")} end
    else ${level("first_name", "differs")} end`;

/** `Kowalski` and `Kowalska`: a family's name, and as little one person's as another's. */
const areOfManAndWoman = join(
  familyEndings.flatMap(([masculine, feminine]) =>
    [["l", "r"] as const, ["r", "l"] as const].map(([man, woman]) => {
      const [one, other] = [ident(man, "last_name"), ident(woman, "last_name")];
      return sql`(ends_with(${one}, ${masculine}) and ends_with(${other}, ${feminine})
        and left(${one}, length(${one}) - ${masculine.length}) = left(${other}, length(${other}) - ${feminine.length}))`;
    }),
  ),
  " or ",
);

/** `Garcia` is part of `Garcia Lopez`, as a maiden name is of a double name. */
export const lastName = sql`
  case when ${isMissing("last_name")} then ${unknown}
    when ${isEqual("last_name")} or ${isSwapped} then ${level("last_name", "is the same")}
    when ${isPartlySwapped} then ${level("last_name", "is part of the other")}
    when ${isInTwoScripts("last_forms")} then ${lastInTwoScripts}
    when l.last_start = r.last_name or l.last_end = r.last_name
      or r.last_start = l.last_name or r.last_end = l.last_name then ${level("last_name", "is part of the other")}
    when ${isSimilar("last_name", 0.84)} or ${isOneEditAway("last_name")} or ${isNearlySwapped}
      then case when ${hasOtherNumber("last_name")} then ${level("last_name", "differs")}
        when (${isSimilar("last_name", 0.93)} or ${isOneEditAway("last_name")} or ${isNearlySwapped}) is not true or ${areOfManAndWoman}
          then ${level("last_name", "is similar")}
        else ${level("last_name", "differs by a typo")} end
    else ${level("last_name", "differs")} end`;

/** Suffix of a record without one whose namesake at the same house has one; see `houses.ts`. */
export const eitherSuffix = "?";

const isInOneHouse = sql`(${isEqual("house_number")} and ${isEqual("street")})`;
const isSameOrAlike = (name: "first_name" | "last_name", forms: string): Sql =>
  sql`(${isEqual(name)} or ${soundsAlike(forms)} or ${isSimilar(name, 0.85)})`;

/** Whether two records of one house have one name, also misspelt or swapped. Computed only where one of them has a suffix. */
const isNamesake = ifSo(
  isInOneHouse,
  sql`coalesce(${isSameOrAlike("first_name", "first_forms")} and ${isSameOrAlike("last_name", "last_forms")}
    or ${isSwapped} or ${isSwappedInScripts}, false)`,
);

/** A father and his son have mailboxes and birthdays of their own. */
const isOfOneMailbox = sql`coalesce(${isEqual("email")} or ${isEqual("birth_date")}, false)`;
const hasOther = (column: string): Sql =>
  sql`coalesce(${ident("l", column)} <> ${ident("r", column)}, false)`;
const hasOtherContact = sql`(${hasOther("email")} or ${hasOther("phone")} or ${hasOther("customer_id")})`;

const mayBeEithers = (side: string): Sql =>
  sql`coalesce(${ident(side, "suffix")}, ${eitherSuffix}) = ${eitherSuffix}`;

/**
 * Tells father from son. Where one is marked, a record without a suffix is the other's, unless it has the same
 * mailbox or birth date. Two without a suffix are as likely one's as both's, until a contact differs.
 */
export const suffix = sql`
  case when l.suffix is null and r.suffix is null then ${unknown}
    when ${mayBeEithers("l")} and ${mayBeEithers("r")} then
      case when l.suffix = r.suffix and ${isNamesake} and ${hasOtherContact} and not ${isOfOneMailbox}
        then ${level("suffix", "may be another's")} else ${unknown} end
    when ${mayBeEithers("l")} or ${mayBeEithers("r")} then
      case when ${isNamesake} and not ${isOfOneMailbox} then ${level("suffix", "may be another's")} else ${unknown} end
    when ${isEqual("suffix")} then ${level("suffix", "is the same")}
    else ${level("suffix", "differs")} end`;

/**
 * The initial of the second word of the name of one side, where the other has an initial there: `James R.` or
 * `J. R.`, and `James Robert`.
 */
const secondInitial = (side: string, other: string): Sql => {
  const word = (place: number) => sql`split_part(${ident(side, "given")}, ' ', ${place})`;
  const startsAlike = sql`(${word(1)} = ${ident(other, "first_name")}
    or ${isInitial(other)} and left(${word(1)}, 1) = ${ident(other, "first_name")})`;
  return sql`
    coalesce(${ident(side, "middle_name")},
      case when ${ident(other, "given")} is null and ${startsAlike} then left(${word(2)}, 1) end)`;
};

export const middleName = sql`
  case when l.middle_name is null and r.middle_name is null then ${unknown}
    when ${secondInitial("l", "r")} = ${secondInitial("r", "l")} then ${level("middle_name", "is the same")}
    when ${secondInitial("l", "r")} <> ${secondInitial("r", "l")} then ${level("middle_name", "differs")}
    else ${unknown} end`;

/**
 * The share in the likelier of the two orders of swapped names: the start of a case expression, which the
 * caller ends for a tie.
 */
const inLikelierOrder = (share: string): Sql => {
  const likelihood = (side: string) =>
    sql`${ident(side, "first_name_share")} * ${ident(side, "last_name_share")}`;
  return sql`
    when ${isSwapped} and ${likelihood("l")} > ${likelihood("r")} then ${ident("l", share)}
    when ${isSwapped} and ${likelihood("l")} < ${likelihood("r")} then ${ident("r", share)}`;
};

/**
 * The share of an equal name, or of the rarer one if they differ. Of swapped names, the share in the likelier
 * order; for a tie, one that does not depend on which profile is `l`.
 */
export const firstNameShare = sql`
  case when ${isMissing("first_name")} then null
    when ${isEqual("first_name")} then l.first_name_share
    ${inLikelierOrder("first_name_share")}
    when ${isSwapped} then greatest(l.first_name_share, r.first_name_share)
    else least(l.first_name_share, r.first_name_share) end`;

/** The share of an equal name, of swapped names in the likelier order; otherwise null. */
export const lastNameShare = sql`
  case when ${isEqual("last_name")} then l.last_name_share
    ${inLikelierOrder("last_name_share")}
    when ${isSwapped} then least(l.last_name_share, r.last_name_share) end`;

/** A flat of a crowded house is part of its number, see `houses.ts`: another flat is no typo. */
const hasTypoInNumber = sql`(
  least(length(l.house_number), length(r.house_number)) > 1 and not contains(l.house_number, '/')
  and levenshtein(l.house_number, r.house_number) <= 1)`;

const isInCrowd = (side: string) => sql`coalesce(contains(${ident(side, "house_number")}, '/'), false)`;
const hasNoFlat = (side: string) => sql`ends_with(${ident(side, "house_number")}, '/')`;
const house = (side: string) => sql`split_part(${ident(side, "house_number")}, '/', 1)`;
const isSameHouse = sql`(${isInCrowd("l")} and ${isInCrowd("r")} and ${isEqual("street")} and ${house("l")} = ${house("r")})`;
/** At one crowded house, and one record does not say in which flat. */
const isSomewhereInCrowd = sql`(${isSameHouse} and (${hasNoFlat("l")} or ${hasNoFlat("r")}))`;
/** Neighbours in a tower are no nearer than strangers. */
const isOtherFlat = isSameHouse;

/** Postcodes of one town begin alike. */
const townDigits = 2;

/**
 * Neither postcodes nor cities agree, or the postcodes lie far apart: a street of the same name there is another
 * street, and its houses are others.
 */
const isOtherPlace = ifSo(
  sql`${differ("postcode")} and (${differ("city")} or left(l.postcode, ${townDigits}) <> left(r.postcode, ${townDigits}))`,
  sql`not ${isOneEditAway("postcode")} and (
    left(l.postcode, ${townDigits}) <> left(r.postcode, ${townDigits}) or not ${isSimilar("city", 0.88)})`,
);
function differ(column: string): Sql {
  return sql`${ident("l", column)} <> ${ident("r", column)}`;
}

/** A house number alone is weak evidence. All post office boxes are in the street `pobox`, and are no neighbours. */
export const address = sql`
  case when ${isMissing("street")} or ${isSomewhereInCrowd} then ${unknown}
    when ${isEqual("street")} then
      case when ${isOtherPlace} then
          case when ${isEqual("house_number")} then ${level("address", "is similar")} else ${level("address", "differs")} end
        when ${isEqual("house_number")} then ${level("address", "is the same")}
        when ${hasTypoInNumber} then ${level("address", "has a typo in the house number")}
        when ${isMissing("house_number")} then ${level("address", "is similar")}
        when l.street = 'pobox' or ${isOtherFlat} then ${level("address", "differs")}
        else ${level("address", "is in the same street")} end
    when ${isSimilar("street", 0.93)} or ${isOneEditAway("street")} then
      case when ${isOtherPlace} then ${level("address", "differs")}
        when ${isEqual("house_number")} then ${level("address", "has a typo in the street")}
        else ${level("address", "is in the same street")} end
    when ${isEqual("house_number")} and ${isSimilar("street", 0.85)} and not ${isOtherPlace} then ${level("address", "is similar")}
    else ${level("address", "differs")} end`;

/** Units are comparable within one house only. */
export const unit = sql`
  case when ${isMissing("unit")} or (${isEqual("house_number")}) is not true then ${unknown}
    when ${isEqual("unit")} then ${level("unit", "is the same")}
    else ${level("unit", "differs")} end`;

/** Postcode, city and state are one comparison, because they depend on each other. */
export const area = sql`
  case when ${isEqual("postcode")} then ${level("area", "has the same postcode")}
    when ${isMissing("postcode")} and ${isMissing("city")} then ${unknown}
    when ${isOneEditAway("postcode")} then
      case when ${isEqual("state")} then ${level("area", "has a similar postcode in the same state")}
        else ${level("area", "has a similar postcode")} end
    when (${isEqual("city")} or ${isSimilar("city", 0.88)}) and (${isEqual("state")}) is not false
      then ${level("area", "is the same city")}
    when ${isEqual("state")} then ${level("area", "is in the same state")}
    else ${level("area", "differs")} end`;

/** The share of an equal postcode; otherwise null. */
export const postcodeShare = sql`case when ${isEqual("postcode")} then l.postcode_share end`;

const hasSameMailboxName = sql`(
  split_part(l.email, '@', 1) = split_part(r.email, '@', 1) and length(split_part(l.email, '@', 1)) > 5)`;

/**
 * Each mailbox is named after its own person, and the names differ: then so do the mailboxes, however similar
 * their spelling.
 */
const isNamedApart = (name: "first_name" | "last_name"): Sql => {
  const holds = (side: string) =>
    sql`contains(split_part(${ident(side, "email")}, '@', 1), ${ident(side, name)})`;
  return sql`coalesce(
    ${ident("l", name)} <> ${ident("r", name)} and least(length(${ident("l", name)}), length(${ident("r", name)})) > 2
    and ${holds("l")} and ${holds("r")}, false)`;
};

/**
 * Half of an address is its provider, which many share, so overall similarity comes first; this also avoids
 * most edit distances, which take fifty times as long as all else. Namesakes distinguish their addresses by a number, so another number is no typo.
 */
const isTypoAway = sql`(
  abs(length(l.email) - length(r.email)) <= 2 and ${isSimilar("email", 0.9)} and not ${hasOtherNumber("email")}
  and damerau_levenshtein(l.email, r.email) <= 2
  and not ${isNamedApart("first_name")} and not ${isNamedApart("last_name")})`;

/**
 * People who change providers keep the mailbox name. A short name could be anyone's. Different addresses are
 * weak evidence.
 */
export const email = sql`
  case when ${isMissing("email")} then ${unknown}
    when ${isEqual("email")} then ${level("email", "is the same")}
    when ${isTypoAway} or ${hasSameMailboxName} then ${level("email", "differs by a typo or the provider")}
    else ${level("email", "differs")} end`;

/** Whoever shares a mailbox shares the telephone, so it tells members of a family no further apart. */
const isOfSharedMailbox = ifSo(
  sql`${isEqual("email")} and l.first_name <> r.first_name and l.first_name <> r.last_name and r.first_name <> l.last_name`,
  sql`not ${ifSo(isInTwoScripts("first_forms"), anyOf(soundsAlike("first_forms"), isSwappedInScripts))}`,
);

export const phone = sql`
  case when ${isMissing("phone")} or ${isOfSharedMailbox} then ${unknown}
    when ${isEqual("phone")} then ${level("phone", "is the same")}
    when ${isOneEditAway("phone")} then ${level("phone", "differs by one digit")}
    else ${level("phone", "differs")} end`;

const year = (side: Sql) => sql`left(${side}.birth_date, 4)`;
const month = (side: Sql) => sql`substr(${side}.birth_date, 5, 2)`;
const day = (side: Sql) => sql`right(${side}.birth_date, 2)`;
const [l, r] = [sql`l`, sql`r`];

/** Fewer years than between parent and child, and more than most typos make. */
const generationYears = 12;

const isInSameYear = sql`(length(l.birth_date) = 8 and length(r.birth_date) = 8 and ${year(l)} = ${year(r)})`;

/** Within one year: another month, another day, or both swapped. */
const isSimilarDay = sql`(
  ${month(l)} = ${month(r)} or ${day(l)} = ${day(r)} or ${month(l)} = ${day(r)} and ${day(l)} = ${month(r)})`;

/**
 * A little alike: one digit off, two neighbours swapped, day and month swapped, or the year and one other
 * part equal.
 */
export const birthDate = sql`
  case when ${isMissing("birth_date")} then ${unknown}
    when ${isEqual("birth_date")} then ${level("birth_date", "is the same")}
    when ${isOneEditAway("birth_date")} or ${isInSameYear} and ${isSimilarDay}
      then ${level("birth_date", "is similar")}
    when ${isInSameYear} then ${level("birth_date", "is in the same year")}
    when abs(try_cast(${year(l)} as integer) - try_cast(${year(r)} as integer)) >= ${generationYears}
      then ${level("birth_date", "is far apart")}
    else ${level("birth_date", "differs")} end`;

export const nationalId = sql`
  case when ${isMissing("national_id")} then ${unknown}
    when ${isEqual("national_id")} then ${level("national_id", "is the same")}
    when ${isOneEditAway("national_id")} then ${level("national_id", "differs by one digit")}
    else ${level("national_id", "differs")} end`;

/** The owner's number of a person. Equal ones are linked in any case. */
export const customerId = sql`
  case when ${isMissing("customer_id")} then ${unknown}
    when ${isEqual("customer_id")} then ${level("customer_id", "is the same")}
    else ${level("customer_id", "differs")} end`;
