import assert from "node:assert/strict";
import * as fc from "fast-check";
import { parseJson } from "@analyses/client/registryClient/jsonBody";

/** Encodes a text in chunks of this length. */
function piecesOf(text: string, length = 65_536): readonly Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const count = Math.ceil(bytes.length / length);
  return Array.from({ length: count }, (_, number) => bytes.subarray(number * length, (number + 1) * length));
}

const never = new AbortController().signal;
const enough = { values: 10_000_000, items: 1_000_000 };

async function parsed(pieces: readonly Uint8Array[]): Promise<unknown> {
  const reading = await parseJson(pieces, enough, never);
  assert.equal(reading.kind, "value", JSON.stringify(reading));
  return reading.value;
}

const refusal = async (text: string, most: Partial<typeof enough> = {}): Promise<string> => {
  const reading = await parseJson(piecesOf(text), { ...enough, ...most }, never);
  return reading.kind === "fault" ? reading.fault : reading.kind;
};

/** An item of about 250 bytes, so that the parser splits a list of 20,000. */
const item = (number: number, name = "Białobrzezie Centre") => ({
  groupId: String(number),
  name,
  link: `https://registry.example/rest/groups/${"x".repeat(150)}/${number}`,
  groupType: { groupTypeId: "1", name: "Centre", link: "" },
});
const items = Array.from({ length: 20_000 }, (_, number) => item(number));

describe("the body of an answer that is a long list", () => {
  const hostileNames = ["},{", '"},{"', "[", "]}", "\\", '\\"},{\\"', "analyses-registry:part", "😀},{"];

  for (const [title, value] of Object.entries({
    "as the interface describes it": { numberOfEntries: "20000", groups: items },
    "with names that look like JSON": {
      groups: items.map(({ groupId }, place) =>
        item(Number(groupId), hostileNames[place % hostileNames.length]),
      ),
    },
    "with further lists in its items": {
      groups: items.map((each) => ({ ...each, subgroups: [each, each] })),
    },
    "with a list before it": { warnings: ["none"], groups: items, more: [1, { a: [] }] },
    "with a bracket in a string before it": { "no[te": "a [ b", groups: items },
    "further down": { answer: { groups: items } },
    "on its own": items,
    "of numbers": Array.from({ length: 600_000 }, (_, number) => number),
    "that is one long text": { text: "},{".repeat(1_000_000) },
  })) {
    it(`is read as JSON.parse reads its whole text: ${title}`, async () => {
      assert.deepEqual(await parsed(piecesOf(JSON.stringify(value))), value);
    });
  }

  it("is read however it is cut into pieces, in layouts with spaces, and with a byte order mark", async () => {
    const value = { groups: items };
    for (const length of [1_000, 999_983, 100_000_000]) {
      assert.deepEqual(await parsed(piecesOf(JSON.stringify(value), length)), value);
    }
    assert.deepEqual(await parsed(piecesOf(JSON.stringify(value, undefined, 2))), value);
    assert.deepEqual(await parsed(piecesOf(`\ufeff${JSON.stringify(value)}`)), value);
  });

  it("holds what is equal in its items once: a registry has some twenty types of group", async () => {
    const { groups } = (await parsed(piecesOf(JSON.stringify({ groups: items })))) as {
      groups: typeof items;
    };
    const types = new Set(groups.slice(0, 19_000).map(({ groupType }) => groupType));
    assert.equal(types.size, 1);
  });

  it("means what JSON.parse says where a key stands twice", async () => {
    const list = JSON.stringify(items);
    for (const text of [`{"groups":${list},"groups":[{"groupId":"1"}]}`, `{"__proto__":${list}}`]) {
      assert.deepEqual(await parsed(piecesOf(text)), JSON.parse(text));
    }
    assert.equal(Object.getPrototypeOf(await parsed(piecesOf(`{"__proto__":${list}}`))), Object.prototype);
  });

  it("is refused where it is not JSON, wherever it is broken", async () => {
    // Still long enough to be parsed in parts.
    const text = JSON.stringify({ groups: items.slice(0, 5000) });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length - 1),
        fc.constantFrom("", "}", "]", ",", '"', "\u0001"),
        async (place, put) => {
          const broken = text.slice(0, place) + put + text.slice(place + 1);
          const reading = await parseJson(piecesOf(broken), enough, never);
          assert.equal(
            reading.kind === "value" ? JSON.stringify(reading.value) : "refused",
            outcomeOf(() => JSON.parse(broken) as unknown),
          );
        },
      ),
      { numRuns: 20 },
    );
    assert.deepEqual(await parseJson([], enough, never), { kind: "fault", fault: "malformedJson" });
  });

  it("is refused where it is not UTF-8, rather than read with other letters", async () => {
    for (const body of [
      Buffer.from('{"name":"M\xfcller"}', "latin1"),
      Buffer.from('{"groups":[{"name":"M\xfcller"}]}', "latin1"),
      Buffer.from('\ufeff{"name":"Müller"}', "utf16le"),
    ]) {
      assert.deepEqual(await parseJson([body], enough, never), { kind: "fault", fault: "notUtf8" });
    }
    assert.deepEqual(await parsed(piecesOf('{"groups":[{"name":"Müller 😀"}]}', 1)), {
      groups: [{ name: "Müller 😀" }],
    });
  });

  it("is refused before it is parsed where it holds more, or is nested deeper, than the interface", async () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    assert.equal(await refusal(nested(64)), "value");
    assert.equal(await refusal(nested(65)), "tooDeep");
    assert.equal(await refusal("[".repeat(1_000_000)), "tooDeep");
    assert.equal(await refusal(`{"groups":[${"{},".repeat(500)}{}]}`, { values: 1000 }), "tooMuch");
    assert.equal(await refusal(`{"groups":[${"{},".repeat(400)}{}]}`, { values: 1000 }), "value");
    assert.equal(await refusal(`{"a":[0,0],"groups":[${"{},".repeat(400)}{}]}`, { items: 401 }), "value");
    assert.equal(await refusal(`{"a":[0,0],"groups":[${"{},".repeat(400)}{}]}`, { items: 400 }), "tooMuch");
    // The parser cannot split a single item, or content outside of lists.
    assert.equal(await refusal(`{"groups":[[${"0,".repeat(200_000)}0]]}`), "tooMuch");
    assert.equal(await refusal(`{${'"a":0,'.repeat(200_000)}"a":0}`), "tooMuch");
    assert.equal(await refusal(`{"text":"${"x".repeat(5_000_000)}"}`), "tooMuch");
  });

  it("yields while it is parsed, and stops when its last reader cancels", async () => {
    const text = JSON.stringify({ groups: items });
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await parsed(piecesOf(text));
    isOver = true;
    assert.ok(turns >= Math.floor(text.length / 2 ** 20), `${turns} turns`);

    const controller = new AbortController();
    const reading = parseJson(piecesOf(text), enough, controller.signal);
    controller.abort();
    assert.deepEqual(await reading, { kind: "cancelled" });
  });
});

/** The parsed value as text, or "refused", for comparison. */
function outcomeOf(parse: () => unknown): string {
  try {
    return JSON.stringify(parse());
  } catch (error) {
    return error instanceof SyntaxError ? "refused" : String(error);
  }
}
