import assert from "node:assert/strict";
import { edited, textOf, unedited } from "@analyses/client/references/planInsertions";
import { linksInText, markdownLink, rewritings } from "@analyses/client/references/referencesInText";

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

describe("addresses without end in a text", () => {
  it("are looked through once, also where none of them is a link to a registry", () => {
    for (const unit of ["https://x", "/rest/https://", "https://x/rest/", "..https://"]) {
      const text = `https://x${unit.repeat(2 ** 20 / unit.length)} ${link}`;
      assert.deepEqual(linksIn(text), [link], unit);
    }
  });

  it("are so also where signs that end sentences are most of an identifier", () => {
    const long = `${link}${".".repeat(2 ** 20)}x`;
    assert.deepEqual(linksIn(`${long}...`), [long]);
  });

  it("hold one link, up to the last record that they name", () => {
    const proxied = `https://proxy.example/${link}`;
    assert.deepEqual(linksIn(`${proxied}?x=https://other.example/a`), [proxied]);
    assert.deepEqual(linksIn(`${link}/members#top`), [link]);
  });
});

describe("links that are made to lead to another registry", () => {
  const bases = new Set(["https://registry.example", "https://registry.example/rest/old"]);
  const rewritten = (text: string) =>
    textOf(edited(unedited(text), rewritings(text, bases, "https://live.example/api")));

  it("keep the rest of their text as it is written", () => {
    for (const [path, before, after] of [
      ["/rest/groups/A%28b", "[x](", ")"],
      ["/rest/groups/O%27x", "<a href='", "'>x</a>"],
      ["/rest/people/%c3%a5", '{"link": "', '"}'],
      ["/rest/old/rest/groups/2", "See ", "."],
    ] as const)
      assert.equal(
        rewritten(`${before}HTTPS://Registry.example:443${path}${after}`),
        `${before}https://live.example/api${path.replace("/rest/old", "")}${after}`,
      );
  });

  it("lead to records and to reviews", () => {
    const metadata = (base: string) => `${base}/rest/reviews/CD1/metadata`;
    assert.equal(
      rewritten(`<${metadata("https://registry.example")}> ${metadata("https://other.example")}`),
      `<${metadata("https://live.example/api")}> ${metadata("https://other.example")}`,
    );
  });

  it("are no others", () => {
    const text = "https://other.example/rest/groups/2 https://registry.example/rest/people/me";
    assert.equal(rewritten(text), text);
  });
});
