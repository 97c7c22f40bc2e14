/**
 * Length of a password in characters. There is no other rule, because length is what makes a password hard to
 * guess.
 */
export const passwordLength = { min: 12, max: 200 };
