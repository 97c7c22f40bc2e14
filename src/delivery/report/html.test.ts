import { expect, test } from "vitest";
import { html } from "./html.js";

test("what is put in is escaped, in text and in attributes", () => {
  const name = `<script>alert("x" & 'y')</script>`;
  expect(html`<p title="${name}">${name}</p>`.text).not.toMatch(/<script|"x"|'y'/);
  expect(html`<b>${name}</b>`.text).toBe(
    "<b>&lt;script&gt;alert(&quot;x&quot; &amp; &#39;y&#39;)&lt;/script&gt;</b>",
  );
});

test("HTML is put in as it is, lists one after the other, and nothing for what is not there", () => {
  const cells = ["a", "<"].map((text) => html`<td>${text}</td>`);
  expect(html`<tr>${cells}${null}${false}${0}</tr>`.text).toBe("<tr><td>a</td><td>&lt;</td>0</tr>");
});
