import assert from "node:assert/strict";
import fc from "fast-check";
import { CompletionItemKind, MarkupKind } from "vscode-languageserver-types";
import type { ReferenceSuggestion, SuggestionsAnswer } from "@analyses/protocol/referenceMessages";
import type { CompletionOptions } from "@analyses/server/features/completion/itemBuilder";
import { complete } from "@analyses/server/features/completion/complete";
import {
  referencePlaceAt,
  referenceProperties,
  withReferences,
} from "@analyses/server/features/completion/referenceItems";
import { accepted } from "./support/completing";
import { documentWithCaret } from "./support/documents";
import { groupLink, withAnalyses } from "../../support/references";
import { schemaContext } from "./support/schemas";
import { cases } from "../../support/size";

const heart: ReferenceSuggestion = {
  kind: "group",
  id: "7",
  name: "Heart",
  link: groupLink("7"),
  detail: "Centre",
  registry: "Test registry",
};

const oneAnswer: SuggestionsAnswer = { suggestions: [heart], isIncomplete: false };

const options: CompletionOptions = {
  snippets: true,
  insertsAsIs: true,
  documentation: MarkupKind.PlainText,
};

function placeIn(written: string) {
  const { document, position } = documentWithCaret(written);
  const place = referencePlaceAt(document, schemaContext(), position);
  return place && { kinds: place.kinds, typed: place.typed };
}

function completing(
  written: string,
  answer: SuggestionsAnswer | undefined = oneAnswer,
  client: CompletionOptions = options,
  schemas = schemaContext(),
) {
  const { document, position } = documentWithCaret(written);
  const own = complete(document, schemas, position, client);
  const place = referencePlaceAt(document, schemas, position);
  assert.ok(place, "There is no place for a reference.");
  const list = withReferences(document, place, own, answer, client);
  return {
    list,
    labels: list.items.map(({ label }) => label),
    accept: (label: string): string => {
      const item = list.items.find((one) => one.label === label);
      assert.ok(item, `${label} is not offered.`);
      return accepted(document, item);
    },
  };
}

describe("completion of references", () => {
  it("knows the places: identifiers, the name next to one, and links", () => {
    assert.deepEqual(placeIn(withAnalyses('{ "groupId": "1|2" }')), { kinds: ["group"], typed: "1" });
    assert.deepEqual(placeIn(withAnalyses('{ "a": [ { "personId": "|" } ] }')), {
      kinds: ["person"],
      typed: "",
    });
    assert.deepEqual(placeIn(withAnalyses('{ "groupId": "", "name": "\\u0048ea|" }')), {
      kinds: ["group"],
      typed: "Hea",
    });
    assert.deepEqual(placeIn(withAnalyses('{ "personId": "2", "link": "|" }'))?.kinds, ["person"]);
    assert.deepEqual(placeIn(withAnalyses('{ "link": "htt|" }'))?.kinds, ["group", "person"]);
    assert.deepEqual(placeIn(withAnalyses('{ "groupId": | }')), { kinds: ["group"], typed: "" });
  });

  it("stays out of other places", () => {
    for (const written of [
      withAnalyses('{ "name": "|" }'),
      withAnalyses('{ "groupId": { "x": "|" } }'),
      withAnalyses('{ "groupId|": "" }'),
      withAnalyses('{ "groupId": "", "personId": "", "name": "|" }'),
      withAnalyses('{ "groupId": "2", | }'),
      withAnalyses().replace('"a"', '"|"'),
      '{ "groupId": "|" }',
      "|",
    ])
      assert.equal(placeIn(written), undefined, written);
  });

  it("is offered as a value where its schema takes one of that kind, and for no other text", () => {
    const schemas = schemaContext({
      properties: { "checked-by": { properties: { personId: {} } }, note: {} },
    });
    const placeOf = (written: string) => {
      const { document, position } = documentWithCaret(withAnalyses(written));
      return referencePlaceAt(document, schemas, position)?.kinds;
    };
    assert.deepEqual(placeOf('{ "checked-by": | }'), ["person"]);
    assert.equal(placeOf('{ "note": | }'), undefined);
  });

  it("writes invisible characters in a name as escapes", () => {
    const name = "A\u202eB\u200b\u200d";
    const answer = { suggestions: [{ ...heart, name }], isIncomplete: false };
    const { accept } = completing(withAnalyses('{ "groupId": "|" }'), answer);
    assert.ok(accept("AB\u200d").includes('"name": "A\\u202eB\\u200b\u200d"'));
  });

  it("matches what the author typed, since the client has searched already", () => {
    const { list } = completing(withAnalyses('{ "groupId": "héa|" }'));
    assert.equal(list.isIncomplete, true);
    assert.equal(list.items.at(-1)?.filterText, '"héa"');
    assert.equal(list.items.at(-1)?.detail, "7 · Centre · Test registry");
  });

  it("comes after what schemas offer, which is there also when no answer came in time", () => {
    const schemas = schemaContext({ properties: { groupId: { examples: ["an example"] } } });
    const written = withAnalyses('{ "groupId": "|" }');
    assert.deepEqual(completing(written, oneAnswer, options, schemas).labels, ["an example", "Heart"]);
    const { document, position } = documentWithCaret(written);
    const place = referencePlaceAt(document, schemaContext(), position);
    assert.ok(place);
    const own = complete(document, schemas, position, options);
    const late = withReferences(document, place, own, undefined, options);
    assert.deepEqual(late, { isIncomplete: true, items: own.items });
  });

  it("says why there is not more, in a line that changes nothing", () => {
    const note = "Signed out: only what is known already.";
    const { labels, accept } = completing(withAnalyses('{ "groupId": "x|" }'), { ...oneAnswer, note });
    assert.deepEqual(labels, ["x", "Heart", note]);
    assert.equal(accept(note), withAnalyses('{ "groupId": "x" }'));
  });

  it("keeps what was typed until somebody chooses a record: Tab and Enter take the first item", () => {
    for (const typed of ['"groupId": "7", "name": "Hea|"', '"groupId": "1|2"', '"link": "https://x|"']) {
      const written = withAnalyses(`{ ${typed} }`);
      const { list } = completing(written);
      const { document } = documentWithCaret(written);
      const [first, second] = [...list.items].sort((one, other) =>
        (one.sortText ?? "") < (other.sortText ?? "") ? -1 : 1,
      );
      assert.ok(first && second);
      assert.equal(first.preselect, true);
      assert.equal(accepted(document, first), document.text.toString());
      assert.equal(first.filterText, second.filterText);
      assert.equal(second.label, "Heart");
    }
  });

  it("never breaks JSON, whatever the registry's names are and however the object is written", () => {
    const name = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom('"', "\\", "$1}", "a\nb", "\ud800", "${x}"),
    );
    const suggestion = fc
      .record({ id: fc.string({ minLength: 1 }), name, link: fc.constantFrom(groupLink("7"), 'x"\\') })
      .map((fields): ReferenceSuggestion => ({ ...heart, ...fields }));
    const member: fc.Arbitrary<string> = fc.constantFrom(
      '"name": "x"',
      '"link": ""',
      '"more": { "name": [1] }',
      '"z": null',
      '"name": 5.5',
    );
    const layout = fc.constantFrom(
      { open: "{ ", between: ", ", close: " }" },
      { open: "{", between: ",", close: "}" },
      { open: "{\n    ", between: ",\n    ", close: "\n  }" },
      { open: "{\r\n\t", between: ",\r\n\t", close: "\r\n}" },
      { open: "{\n    ", between: "\n    , ", close: "}" },
    );
    const id = fc.constantFrom('"groupId": "|"', '"groupId": "ab|c"', '"groupId":|', '"groupId" : |""');
    const client = fc.constantFrom(options, { ...options, snippets: false, insertsAsIs: false });
    fc.assert(
      fc.property(
        fc.uniqueArray(member, { selector: (text) => text.slice(0, 6), maxLength: 4 }),
        fc.nat(4),
        layout,
        id,
        suggestion,
        client,
        (members, at, { open, between, close }, idMember, given, how) => {
          const all = members.toSpliced(Math.min(at, members.length), 0, idMember);
          const text = withAnalyses(open + all.join(between) + close);
          const answer = { suggestions: [given], isIncomplete: false };
          const { list } = completing(text, answer, how);
          const { document } = documentWithCaret(text);
          const item = list.items.find(({ kind }) => kind === CompletionItemKind.Reference);
          assert.ok(item);
          const result = accepted(document, item);
          const value = JSON.parse(result) as {
            "analysis-groups": [{ analyses: [Record<string, unknown>] }];
          };
          const reference = value["analysis-groups"][0].analyses[0];
          assert.equal(reference.groupId, given.id);
          // An object with more properties than a reference keeps its own name.
          const isOwnName =
            members.includes('"name": "x"') && members.some((one) => /"(?:more|z)"/.test(one));
          assert.equal(reference.name, isOwnName ? "x" : given.name);
          assert.equal(reference.link, given.link);
        },
      ),
      { numRuns: cases(600) },
    );
  });
});

describe("the properties for a reference that an author inserts", () => {
  const reference = { type: "object", properties: { groupId: {}, name: {}, link: {} } };
  const schemas = schemaContext({
    properties: {
      "responsible-group": reference,
      "reviewed-by": reference,
      studies: { items: { properties: { study: {} } } },
    },
  });
  const propertiesAt = (item: string) => {
    const { document, position } = documentWithCaret(withAnalyses(item));
    const found = referenceProperties(document, schemas, { position, kind: "group" });
    const textAt = (place: Parameters<typeof document.text.offsetAt>[0] | undefined | null) =>
      place ? document.text.slice(document.text.offsetAt(place), document.text.length).slice(0, 2) : null;
    return found && [found.names.join(), textAt(found.taken?.position), textAt(found.outside)];
  };

  it("are those that are free at the cursor, else around it, else one that has a reference", () => {
    const given = '"responsible-group": { "groupId": "1" }';
    const both = `${given}, "reviewed-by": { "groupId": "2" }`;
    assert.deepEqual(propertiesAt(`{ ${given}| }`), ["reviewed-by", null, null]);
    const study = '"studies": [{ "study": "A"| }]';
    assert.deepEqual(propertiesAt(`{ ${given}, ${study}, "end": 1234567 }`), ["reviewed-by", null, " }"]);
    assert.deepEqual(propertiesAt(`{ ${both}| }`), ["", ' "', null]);
    assert.deepEqual(propertiesAt(`{ ${both}, ${study} }`)?.slice(0, 2), ["", ' "']);
  });

  it("are named where the cursor is in no object that has one, though the schema nests without end", () => {
    const nested = schemaContext({
      properties: {
        name: {},
        studies: { items: { properties: { within: { $ref: "#" }, "data-checked-by": reference } } },
      },
    });
    const { document, position } = documentWithCaret(withAnalyses('{ "name": "A"| }'));
    const elsewhere = (kind: "group" | "person") =>
      referenceProperties(document, nested, { position, kind })?.elsewhere;
    assert.deepEqual(elsewhere("group"), ["data-checked-by"]);
    assert.deepEqual(elsewhere("person"), []);
  });
});
