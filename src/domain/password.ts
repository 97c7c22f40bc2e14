/** How many characters a password has. Nothing else is asked of one: length is what makes it hard to try out. */
export const passwordLength = { least: 12, most: 200 };
