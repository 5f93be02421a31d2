import assert from "node:assert/strict";
import { revmanSchemaIdentifier } from "@analyses/protocol/documentFormat";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { TextDocumentEdit } from "vscode-languageserver-types";
import { fixing } from "./support/fixing";

const groupsOf = (...groups: readonly string[]): string =>
  `{\n  "risk-of-bias-method": "RISK_OF_BIAS_1",\n  "analysis-groups": [\n    ${groups.join(",\n    ")}\n  ]\n}`;
const withItem = (item: string): string => groupsOf(`{ "number": 1, "name": "a", "analyses": [ ${item} ] }`);

/** Asserts that each fix of the only finding in a text makes it go away and brings no other. */
async function everyFixMends(text: string, item?: object): Promise<void> {
  const { titles, after, codes } = await fixing(text, item);
  assert.equal(codes.length, 1, codes.join(", "));
  assert.ok(titles.length > 0);
  for (const title of titles) {
    const fixed = after(title);
    assert.deepEqual((await fixing(fixed, item)).codes, [], `${title}:\n${fixed}`);
  }
}

describe("fixes of text that is not JSON", () => {
  it("make the one change that can be meant", async () => {
    for (const broken of [
      groupsOf('{ "number": 1 "name": "a", "analyses": [] }'),
      groupsOf('{ "number" 1, "name": "a", "analyses": [] }'),
      groupsOf('{ "number": 1, "name": "a", "analyses": [], }'),
      groupsOf('{ "number": 1, \'name\': "a", "analyses": [] }'),
      groupsOf('{ number: 1, "name": "a", "analyses": [] }'),
      groupsOf('{ "number": 1, name": "a", "analyses": [] }'),
      groupsOf('{ "number": 1, “name”: "a", "analyses": [] }'),
      groupsOf('{ "number": 1, "name": “a, b”, "analyses": [] }'),
      groupsOf('{ "number": 1,5, "name": "a", "analyses": [] }'),
      groupsOf('{ "number": 1; "name": "a", "analyses": [] }'),
      withItem('{ "mean": 62,4 }'),
      withItem("[true; 2]"),
      `${groupsOf()}\n}`,
      `${groupsOf()};`,
      groupsOf('{ "number": 1, "name": "a", "analyses": [] } // note\n'),
    ])
      await everyFixMends(broken);
  });

  it("close a text that ends with a backslash, which would have taken the quote into it", async () => {
    const text = withItem('[\n"a\\\n]');
    const { after } = await fixing(text);
    assert.equal(after('Add \\"'), withItem('[\n"a\\\\"\n]'));
    await everyFixMends(withItem('[\n"a\\\\\n]'));
  });
});

describe("fixes of missing properties", () => {
  it("add the property where the schema's order has it", async () => {
    const text = groupsOf('{ "number": 1, "analyses": [] }');
    const { titles, after } = await fixing(text);
    assert.deepEqual(titles, ["Add “name”"]);
    assert.equal(after("Add “name”"), groupsOf('{ "number": 1, "name": "", "analyses": [] }'));
    assert.deepEqual((await fixing(after("Add “name”"))).codes, ["unfinished-value"]);
  });

  it("add what must stand behind the schema's identifier behind it", async () => {
    const { after } = await fixing(
      '{ "$schema": "urn:analyses-registry:analyses:1.0.0", "analysis-groups": [] }',
    );
    assert.equal(
      after("Add “risk-of-bias-method”"),
      '{ "$schema": "urn:analyses-registry:analyses:1.0.0", "risk-of-bias-method": null, "analysis-groups": [] }',
    );
  });

  it("add the first property of an object, and the next free number", async () => {
    const text = groupsOf(
      '{ "number": 4, "name": "a", "analyses": [] }',
      '{\n      "name": "b",\n      "analyses": []\n    }',
    );
    assert.equal(
      (await fixing(text)).after("Add “number”"),
      text.replace('{\n      "name": "b"', '{\n      "number": 5,\n      "name": "b"'),
    );
  });

  it("add all that an object lacks at once", async () => {
    const text = groupsOf("{}");
    const fixed = (await fixing(text)).after("Add all 3 missing properties");
    assert.equal(fixed, groupsOf('{\n      "number": 1,\n      "name": "",\n      "analyses": []\n    }'));
    assert.deepEqual((await fixing(fixed)).codes, ["unfinished-value"]);
  });

  it("put the caret where the author writes on, where the client can", async () => {
    const { actions } = await fixing(
      groupsOf('{\n      "number": 1,\n      "analyses": []\n    }'),
      undefined,
      { snippetEdits: true },
    );
    const [change] = actions[0]?.edit?.documentChanges ?? [];
    assert.ok(TextDocumentEdit.is(change));
    const [edit] = change.edits;
    assert.ok(edit !== undefined && "snippet" in edit);
    assert.equal(edit.snippet.value, ',\n"name": "${1}"');
  });

  it("write what the item schema asks for", async () => {
    const item = {
      required: ["kind", "size"],
      properties: {
        kind: { enum: ["A", "B"] },
        size: { type: "object", required: ["n"], properties: { n: { type: "integer", minimum: 2 } } },
      },
    };
    const fixed = (await fixing(withItem("{}"), item)).after("Add all 2 missing properties");
    assert.match(fixed, /"kind": null,\n\s+"size": \{\n\s+"n": null\n\s+\}/);
    assert.deepEqual((await fixing(fixed, item)).codes, ["unfinished-value", "unfinished-value"]);
  });
});

describe("what fixes of missing properties write", () => {
  const sample = readFileSync(resolve("samples", "pairwise-analysis.schema.json"), "utf8");
  const references = readFileSync(resolve("samples", "registry-reference.schema.json"), "utf8");
  const files = { "file:///registry-reference.schema.json": references };
  const withStudy = (arm: string): string =>
    withItem(
      `{
      "number": 1, "name": "Pain", "outcome-type": "DICHOTOMOUS", "effect-measure": "RISK_RATIO",
      "method": "PETO", "model": "FIXED_EFFECT", "effect-measure": "PETO_ODDS_RATIO",
      "studies": [{ "study": "Okafor 2019", "experimental": ${arm}, "comparator": { "events": 1, "total": 2 } }]
    }`.replace(' "effect-measure": "RISK_RATIO",', ""),
    );

  it("is no count: it stays a problem until the author writes one", async () => {
    const { after } = await fixing(withStudy('{ "events": 12 }'), sample, {}, files);
    const fixed = after("Add “total”");
    assert.equal(fixed, withStudy('{ "events": 12, "total": null }'));
    const { findings, titles } = await fixing(fixed, sample, {}, files);
    assert.deepEqual(
      findings.map(({ code, message }) => `${code}: ${message}`),
      ["unfinished-value: `total` is still to be filled in."],
    );
    assert.deepEqual(titles, []);
    const { codes } = await fixing(fixed.replace("null", "148"), sample, {}, files);
    assert.deepEqual(codes, []);
  });

  it("is never the next problem, but for what is still to be filled in", async () => {
    const text = withItem("{}");
    const { titles, after } = await fixing(text, sample, {}, files);
    assert.ok(titles.length > 6);
    const before = (await fixing(text, sample, {}, files)).findings.map(({ message }) => message);
    for (const title of titles) {
      const { findings } = await fixing(after(title), sample, {}, files);
      const more = findings.filter(
        ({ code, message }) => code !== "unfinished-value" && !before.includes(message),
      );
      assert.deepEqual(
        more.map(({ message }) => message),
        [],
        title,
      );
    }
  });

  it("has as many entries as a list needs, and what one property asks for with another", async () => {
    const item = {
      required: ["arms", "low"],
      properties: {
        arms: {
          type: "array",
          minItems: 2,
          items: { type: "object", required: ["n"], properties: { n: { type: "integer" } } },
        },
        low: { type: "number" },
        high: { type: "number" },
      },
      dependentRequired: { low: ["high"] },
    };
    const { after } = await fixing(withItem("{}"), item);
    const fixed = after("Add all 2 missing properties");
    const { codes } = await fixing(fixed, item);
    assert.deepEqual(
      codes,
      ["unfinished-value", "unfinished-value", "unfinished-value", "unfinished-value"],
      fixed,
    );
    assert.match(after("Add “low”"), /"low": null,\s+"high": null/);
  });

  it("can be chosen where only some values are allowed", async () => {
    const { titles, after } = await fixing(groupsOf().replace('"RISK_OF_BIAS_1"', "null"));
    assert.deepEqual(titles, ['Fill in "RISK_OF_BIAS_1"', 'Fill in "RISK_OF_BIAS_2"']);
    assert.equal(after('Fill in "RISK_OF_BIAS_1"'), groupsOf());
    const { actions } = await fixing(groupsOf().replace('"RISK_OF_BIAS_1"', "null"));
    assert.ok(actions.every(({ isPreferred }) => isPreferred !== true));
  });
});

describe("fixes of unknown properties", () => {
  it("rename to the nearest name that is free, or remove", async () => {
    const text = groupsOf('{ "number": 1, "name": "a", "analyses": [], "note": 1 }');
    assert.equal(
      (await fixing(text)).after("Remove “note”"),
      groupsOf('{ "number": 1, "name": "a", "analyses": [] }'),
    );
    await everyFixMends(text.replace(', "note": 1', "").replace('"a"', '"a", "note": [1, { "x": 2 }]'));
    const misspelt = groupsOf('{ "number": 1, "nmae": "a", "analyses": [] }');
    const { after } = await fixing(misspelt);
    assert.deepEqual((await fixing(after("Rename to “name”"))).codes, []);
  });

  it("remove the first, a middle and the last property with its comma", async () => {
    for (const members of [
      '"x": 1, "number": 1, "name": "a", "analyses": []',
      '"number": 1, "name": "a", "x": 1, "analyses": []',
      '"number": 1,\n "name": "a",\n "analyses": [],\n "x": 1',
    ]) {
      const fixed = (await fixing(groupsOf(`{ ${members} }`))).after("Remove “x”");
      assert.deepEqual((await fixing(fixed)).codes, [], fixed);
    }
  });

  it("remove a property between comments without a comma of theirs", async () => {
    const members = '"number": 1, // one, two,\n"x": 1, /* a, b */ "name": "a", "analyses": []';
    const fixed = (await fixing(groupsOf(`{ ${members} }`))).after("Remove “x”");
    assert.equal(fixed, groupsOf(`{ ${members.replace('"x": 1,', "")} }`));
  });
});

describe("fixes of values", () => {
  it("change the type where nothing is lost, also all at once", async () => {
    const text = groupsOf('{ "number": "1", "name": "a", "analyses": [] }');
    await everyFixMends(text);
    const { afterAll } = await fixing(text);
    assert.equal(afterAll, groupsOf('{ "number": 1, "name": "a", "analyses": [] }'));
  });

  it("leave a type alone that cannot be changed without loss", async () => {
    assert.deepEqual(
      (await fixing(groupsOf('{ "number": "main", "name": "a", "analyses": [] }'))).titles,
      [],
    );
  });

  it("put what stands alone into the list that is needed", async () => {
    const analyses = (text: string): string => groupsOf(`{ "number": 1, "name": "a", "analyses": ${text} }`);
    const { after } = await fixing(analyses('{ "outcome": "Pain" }'));
    assert.equal(after("Put it into a list"), analyses('[{ "outcome": "Pain" }]'));
    assert.equal((await fixing(analyses("null"))).after("Replace by []"), analyses("[]"));
    await everyFixMends(analyses('"Pain"'));
    await everyFixMends(analyses("null"));
    await everyFixMends(groupsOf().replace(/\[[^]*\]/, '{ "number": 1, "name": "a", "analyses": [] }'));
  });

  it("replace by an allowed value", async () => {
    const text = groupsOf().replace("RISK_OF_BIAS_1", "RISK_OF_BIAS_3");
    assert.deepEqual([...(await fixing(text)).titles].sort(), [
      'Replace by "RISK_OF_BIAS_1"',
      'Replace by "RISK_OF_BIAS_2"',
    ]);
    await everyFixMends(text);
  });

  it("set a known schema identifier for one that is misspelt, and replace no other", async () => {
    const naming = (id: string): string => groupsOf().replace("{", `{ "$schema": "${id}",`);
    const known = "urn:analyses-registry:analyses:1.0.0";
    const { titles } = await fixing(naming(""));
    assert.deepEqual(titles, [`Replace by "${revmanSchemaIdentifier}"`, `Replace by "${known}"`]);
    for (const [id, said, isMisspelt] of [
      ["urn:analyses-registry:analysis:1.0.0", "urn:analyses-registry:analysis:1.0.0", true],
      // Another version, or somebody else's, is known elsewhere: to replace it would lose what the document is.
      ["urn:analyses-registry:analyses:2.0.0", "urn:analyses-registry:analyses:2.0.0", false],
      ["urn:team:analyses:1.0.0", "urn:team:analyses:1.0.0", false],
      [
        "https://assets.cochrane.org/schema/v1/analysis.schema.json",
        "https://assets.cochrane.org/schema/v1/analysis.schema.json",
        false,
      ],
      ["u".repeat(100), `${"u".repeat(60)}…`, false],
    ] as const) {
      const { findings, actions } = await fixing(naming(id));
      assert.deepEqual(
        findings.map(({ message }) => message),
        [`\`${said}\` is not a schema version that is known here${isMisspelt ? `: use \`${known}\`` : ""}.`],
      );
      assert.deepEqual(
        actions.map(({ title }) => title),
        isMisspelt ? [`Replace by "${known}"`] : [],
      );
    }
    await everyFixMends(naming("urn:analyses-registry:analysis:1.0.0"));
  });

  it("renumber a group to a number that is free", async () => {
    await everyFixMends(
      groupsOf(
        '{ "number": 1, "name": "a", "analyses": [] }',
        '{ "number": 1.0, "name": "b", "analyses": [] }',
      ),
    );
  });

  it("write a number as it is read", async () => {
    await everyFixMends(withItem('{ "total": 12345678901234567890 }'));
    await everyFixMends(withItem("0.1234567890123456789"));
  });
});

describe("fixes of what a schema objects to", () => {
  it("remove an entry that is there twice or one too many", async () => {
    const item = {
      properties: { notes: { uniqueItems: true }, pair: { prefixItems: [true, true], items: false } },
    };
    for (const members of [
      '"notes": ["a", { "b": 1 }, "a"]',
      '"notes": [ 1, 1, 2 ]',
      '"pair": [\n1,\n2,\n[3]\n]',
    ])
      await everyFixMends(withItem(`{ ${members} }`), item);
  });
});

describe("fixes of duplicate properties", () => {
  it("remove either of the two", async () => {
    const text = groupsOf('{ "number": 1, "name": "a", "name": "b", "analyses": [] }');
    const { after } = await fixing(text);
    assert.equal(after("Remove this “name”"), groupsOf('{ "number": 1, "name": "a", "analyses": [] }'));
    assert.equal(after("Remove the first “name”"), groupsOf('{ "number": 1, "name": "b", "analyses": [] }'));
    await everyFixMends(text);
    await everyFixMends(withItem('{ "x": 1, "x": 2 }'));
  });

  it("remove the later one unseen only where both are the same", async () => {
    const same = await fixing(groupsOf('{ "number": 1, "name": "a", "name": "a", "analyses": [] }'));
    assert.equal(same.afterAll, groupsOf('{ "number": 1, "name": "a", "analyses": [] }'));
    const different = await fixing(groupsOf('{ "number": 1, "name": "a", "name": "b", "analyses": [] }'));
    assert.equal(different.afterAll, undefined);
  });
});

describe("fixes of an item schema that cannot be used", () => {
  it("offer the client's command to choose another, where it has one", async () => {
    const command = "analysesRegistry.selectItemSchema";
    const { actions } = await fixing(withItem("{}"), "not JSON", { selectItemSchema: command });
    assert.deepEqual(
      actions.map((action) => action.command?.command),
      [command],
    );
    assert.deepEqual((await fixing(withItem("{}"), "not JSON")).titles, []);
  });
});

describe("fixing all", () => {
  it("makes every certain change and no other", async () => {
    const text = `{
  "risk-of-bias-method": "RISK_OF_BIAS_9",
  "analysis-groups": [
    { "number": "1", name: "a", "analyses": [], },
    { "number": 2 "name": "b", "analyses": [] }
  ],
}`;
    const { afterAll } = await fixing(text);
    assert.equal(
      afterAll,
      `{
  "risk-of-bias-method": "RISK_OF_BIAS_9",
  "analysis-groups": [
    { "number": 1, "name": "a", "analyses": [] },
    { "number": 2, "name": "b", "analyses": [] }
  ]
}`,
    );
  });
});
