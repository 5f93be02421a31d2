import assert from "node:assert/strict";
import { documentAround } from "./support/scraps";
import { fixing } from "./support/fixing";

/** Names that every object of JavaScript has, or that lead to what it inherits. */
const strange = ["__proto__", "constructor", "toString", "hasOwnProperty"];

const schema = JSON.stringify({ type: "object", additionalProperties: false, required: strange }).replace(
  /\}$/,
  `, "properties": {${strange.map((name) => `"${name}": {"type": "integer"}`).join()}}}`,
);

describe("a property that is called like what objects inherit", () => {
  for (const name of strange) {
    const others = strange.filter((other) => other !== name).map((other) => `"${other}": 1`);

    it(`is missed, is known and has its type (${name})`, async () => {
      const codes = async (lines: readonly string[]) =>
        (await fixing(documentAround(lines.join(",\n")), schema)).codes;
      assert.deepEqual(await codes(others), ["missing-property"]);
      assert.deepEqual(await codes([...others, `"${name}": 1`]), []);
      assert.deepEqual(await codes([...others, `"${name}": "a"`]), ["wrong-type"]);
      assert.deepEqual(await codes([...others, `"${name}": {"a": 1}`]), ["wrong-type"]);
    });

    it(`is unknown where a schema does not name it, and stays in broken text (${name})`, async () => {
      const closed = { type: "object", additionalProperties: false, properties: { a: {} } };
      const found = await fixing(documentAround(`"${name}": 1`), closed);
      assert.deepEqual(found.codes, ["unknown-property"]);
      const broken = await fixing(documentAround(`"a": {"${name}": 01, "b": 'x'}`));
      assert.equal(broken.afterAll, documentAround(`"a": {"${name}": 01, "b": "x"}`));
    });
  }
});
