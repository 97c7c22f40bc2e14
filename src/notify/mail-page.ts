// Page of a mail: headings, paragraphs and links, written as plain text and as simple HTML that a phone shows well.

import { limits } from "../domain/resource/limits.js";
import { escaped } from "../domain/target/html-text.js";
import { english } from "../words/format.js";

export interface MailSection {
  title: string;
  /** Printed large below the title. */
  headline?: string;
  paragraphs: readonly string[];
  links: readonly MailLink[];
}

/** Without a URL, because the address of the service is not configured, the text says where to look. */
export interface MailLink {
  text: string;
  url: string | null;
  /** "Open Predictions › Repeat purchase in the console." */
  otherwise: string;
}

export interface MailPage {
  subject: string;
  sections: readonly MailSection[];
  /** Small lines at the end. */
  footer: readonly string[];
}

/** The first sections. One more says how many others there are, and where. */
export const firstSections = (sections: readonly MailSection[], others: MailLink): MailSection[] => {
  const { is: most } = limits.mailSections;
  if (sections.length <= most) return [...sections];
  const title = `And ${english.count(sections.length - most)} more`;
  return [...sections.slice(0, most), { title, paragraphs: [], links: [others] }];
};

export const textOf = ({ sections, footer }: MailPage): string =>
  `${[...sections.map(sectionText), `-- \n${footer.join("\n")}`].join("\n\n\n")}\n`;

const sectionText = ({ title, headline, paragraphs, links }: MailSection): string =>
  [title, headline ?? "", ...paragraphs, linkLines(links).join("\n")]
    .filter((text) => text !== "")
    .join("\n\n");

const linkLines = (links: readonly MailLink[]): string[] => [
  ...new Set(links.map(({ text, url, otherwise }) => (url === null ? otherwise : `${text}: ${url}`))),
];

export const htmlOf = ({ subject, sections, footer }: MailPage): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:16px;background:#f4f4f1;color:#1d1d1b;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto">
${sections.map(sectionHtml).join("\n")}
${footer.map((line) => `<p style="margin:0 0 4px;color:#5f5f58;font-size:13px">${escaped(line)}</p>`).join("\n")}
</div></body></html>
`;

const sectionHtml = ({ title, headline, paragraphs, links }: MailSection): string => `<div style="${card}">
<h1 style="margin:0 0 4px;font-size:17px">${escaped(title)}</h1>
${headline === undefined ? "" : `<p style="margin:0 0 8px;font-size:22px;line-height:1.25;font-weight:600">${escaped(headline)}</p>`}
${paragraphs.map((text) => `<p style="margin:0 0 8px">${escaped(text)}</p>`).join("\n")}
${linksHtml(links)}
</div>`;

const card = "background:#fff;border:1px solid #deded8;border-radius:8px;padding:16px;margin:0 0 16px";
const button =
  "display:inline-block;margin:4px 8px 4px 0;padding:10px 16px;background:#1f5fbf;color:#fff;border-radius:6px;text-decoration:none";

const linksHtml = (links: readonly MailLink[]): string => {
  const lines = links.map(({ text, url, otherwise }) =>
    url === null
      ? `<p style="margin:0 0 8px">${escaped(otherwise)}</p>`
      : `<a href="${escaped(url)}" style="${button}">${escaped(text)}</a>`,
  );
  return [...new Set(lines)].join("\n");
};
