// The first number or date in a reader's language has the browser load the tables of all languages, which takes as
// long as drawing the page. All threads of a page share them, so a thread of its own loads them while the page's code
// is on its way.

if (typeof document === "undefined") {
  new Intl.NumberFormat().format(1);
  new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" }).format(0);
  close();
} else new Worker(document.currentScript.src);
