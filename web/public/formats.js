// The first number or date in a reader's language has the browser load the tables of all languages, which holds up the page for
// as long as drawing it. This runs while the page's code is on its way.

new Intl.NumberFormat().format(1);
new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" }).format(0);
