import assert from "node:assert/strict";
import {
  agreesWithItself,
  linkReferences,
  updatesOf,
  writtenReferences,
} from "@analyses/client/references/referencesInText";
import { edited, textOf, unedited } from "@analyses/client/references/planInsertions";

const link = (id: string, base = "https://registry.example") => `${base}/rest/groups/${id}`;

describe("the references written in a document", () => {
  it("are objects with an identifier and a link, wherever they are, in broken text too", () => {
    const text = `{"a": [{"groupId": "1", "name": "A", "link": "${link("1")}"}, {"name": "B", "link": "${link("2")}"}],
      "b": {"x": {"link": "l", "personId": "7"}, "groupId": "3", "link": "${link("3")}"}, "c": {"groupId": "4"`;
    assert.deepEqual(
      writtenReferences(text).map(({ kind, id, name }) => [kind, id, name?.value]),
      [
        ["group", "1", "A"],
        ["person", "7", undefined],
        ["group", "3", undefined],
      ],
    );
  });

  it("are not objects that identify a group and a person, which the language server passes over too", () => {
    const both = { groupId: "1", personId: "7", name: "A", link: link("1") };
    assert.deepEqual(writtenReferences(JSON.stringify([both])), []);
  });

  it("are found however deep they stand, in a text that is cut off as well", () => {
    const opened = `${"[".repeat(100_000)}{"groupId": "1", "link": "${link("1")}"}`;
    for (const text of [opened, opened + "]".repeat(100_000)]) {
      assert.deepEqual(
        writtenReferences(text).map(({ id }) => id),
        ["1"],
      );
    }
  });

  it("are distinguished from those whose link names another record than their identifier", () => {
    const agrees = (object: object) => writtenReferences(JSON.stringify(object)).map(agreesWithItself);
    assert.deepEqual(agrees({ groupId: "1", link: link("1") }), [true]);
    assert.deepEqual(agrees({ groupId: "1", link: link("2") }), [false]);
    assert.deepEqual(agrees({ personId: "1", link: link("1") }), [false]);
  });
});

describe("updating a reference", () => {
  function update(text: string, record: { readonly name: string; readonly link: string }): string {
    const changes = writtenReferences(text).flatMap((reference) => updatesOf(reference, record));
    return textOf(edited(unedited(text), changes));
  }

  it("takes the registry's name and link, and leaves the rest of the text as it is", () => {
    const text = `{ "x": 1e3, "y": { "groupId" : "1",\t"name": "Old", /* kept */ "link":"${link("1")}" } }`;
    const moved = link("1", "https://live.example");
    assert.equal(
      update(text, { name: 'New "N"', link: moved }),
      `{ "x": 1e3, "y": { "groupId" : "1",\t"name": "New \\"N\\"", /* kept */ "link":"${moved}" } }`,
    );
  });

  it("leaves a name alone that the registry has for the record too, with titles or otherwise composed", () => {
    const record = { name: "J\u00f6rg Doe", otherNames: ["Prof J\u00f6rg Doe, PhD"], link: link("1") };
    for (const name of ["Prof J\u00f6rg Doe, PhD", "Jo\u0308rg Doe"]) {
      const json = JSON.stringify({ groupId: "1", name, link: link("1") });
      assert.deepEqual(
        writtenReferences(json).flatMap((each) => updatesOf(each, record)),
        [],
        name,
      );
      const markdown = `[${name}](${link("1")})`;
      assert.deepEqual(
        linkReferences(markdown).flatMap((each) => updatesOf(each, record)),
        [],
        name,
      );
    }
  });

  it("leaves the name of an object alone that is more than a reference", () => {
    const moved = link("1", "https://live.example");
    const text = (to: string) =>
      JSON.stringify({ groupId: "1", name: "Mortality at 30 days", link: to, studies: [] });
    assert.equal(update(text(link("1")), { name: "Heart", link: moved }), text(moved));
  });

  it("takes no link that leads to another record", () => {
    const text = JSON.stringify({ groupId: "1", name: "N", link: link("1") });
    for (const other of [link("2"), link("1").replace("groups", "people"), "https://evil.example/x"])
      assert.equal(update(text, { name: "N", link: other }), text);
  });

  it("writes invisible characters as escapes", () => {
    const text = JSON.stringify({ groupId: "1", name: "Old", link: link("1") });
    const updated = update(text, { name: "A\u202eB\u200b", link: link("1") });
    assert.ok(updated.includes('"A\\u202eB\\u200b"'), updated);
    assert.equal(update(updated, { name: "A\u202eB\u200b", link: link("1") }), updated);
  });

  it("changes nothing that is right already, and takes nothing empty", () => {
    const text = JSON.stringify({ groupId: "1", name: "N", link: link("1") });
    assert.equal(update(text, { name: "N", link: link("1") }), text);
    assert.equal(update(text, { name: "", link: "" }), text);
  });
});

describe("updating the text of a link", () => {
  const renamed = (text: string, name: string): readonly [string, boolean] => {
    const changes = linkReferences(text).flatMap((reference) => updatesOf(reference, { name, link: "" }));
    const all = changes.toSorted((one, other) => one.start - other.start);
    return [textOf(edited(unedited(text), all)), all.every(({ mayBeWording }) => mayBeWording)];
  };

  it("writes the name as Markdown and HTML have it, and says that it may be the author's wording", () => {
    const text = `See [Old *name*](${link("1")}), [Old](<${link("1")}> "title")\nand <A class=x href='${link("1")}'>Old &amp; bold</a>.`;
    assert.deepEqual(renamed(text, "[New]\u0007& *bold*"), [
      `See [\\[New\\] \\& \\*bold\\*](${link("1")}), [\\[New\\] \\& \\*bold\\*](<${link("1")}> "title")\nand <A class=x href='${link("1")}'>[New] &amp; *bold*</a>.`,
      true,
    ]);
  });

  it("is done once, whatever blanks the registry's name has", () => {
    for (const name of ["A  B", "A\u00a0B", "A\tB"]) {
      const [once] = renamed(`[Old](${link("1")})`, name);
      assert.equal(once, `[A B](${link("1")})`);
      const [reference] = linkReferences(once);
      assert.ok(reference);
      assert.deepEqual(updatesOf(reference, { name, link: "" }), []);
    }
  });

  it("changes nothing that says the name, however it is escaped, and no picture, markup or link to elsewhere", () => {
    for (const text of [
      `[A\\-B](${link("1")}) [A-B](${link("1")}) <a href="${link("1")}">A-B</a>`,
      `![Old](${link("1")})`,
      `<a href="${link("1")}"><b>Old</b></a>`,
      "[Old](https://elsewhere.example/groups/1) [Old](https://registry.example/rest/users/1)",
      `[Old][1]\n\n[1]: ${link("1")}`,
      `Old <${link("1")}>`,
    ])
      assert.deepEqual(renamed(text, "A-B")[0], text);
  });
});
