import assert from "node:assert/strict";
import { linksInText, markdownLink } from "../../../client/src/references/referencesInText";

const linksIn = (text: string) => [...linksInText(text)].map(({ start, end }) => text.slice(start, end));
const link = "https://registry.example/rest/groups/2";

describe("links to a registry in a text", () => {
  it("are found in Markdown, HTML, JSON and running text, without what stands around them", () => {
    for (const text of [
      `See [Centre](${link}).`,
      `See <${link}>, please`,
      `<a href="${link}">Centre</a>`,
      `<a href='${link}'>Centre</a>`,
      `{"link": "${link}"}`,
      `As in ${link}.`,
      `**${link}**`,
      `(${link})`,
    ]) {
      assert.deepEqual(linksIn(text), [link], text);
    }
  });

  it("are found again as they are written for any identifier", () => {
    for (const id of ["2", "A2D50EBA82E26AA200B088F836A8AA03", "a%20b", "a%2Fb", "(2)", "%C3%A5"]) {
      const written = `https://registry.example/base/rest/people/${id}`;
      const [found] = [...linksInText(markdownLink({ name: "A (b) [c]", link: written }))];
      assert.equal(found?.target.kind, "person");
      assert.equal(encodeURIComponent(found.target.id), encodeURIComponent(decodeURIComponent(id)));
    }
  });

  it("are no others: not lists, reviews, or the caller's own record", () => {
    const base = "https://registry.example/rest";
    const text = [`${base}/groups`, `${base}/reviews/1/metadata`, `${base}/people/me`, "https://x.example"];
    assert.deepEqual(linksIn(text.join(" ")), []);
  });
});
