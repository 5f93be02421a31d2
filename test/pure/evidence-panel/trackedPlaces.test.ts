import assert from "node:assert/strict";
import { TrackedPlaces } from "@analyses/client/evidence/trackedPlaces";

/** A table whose rows are tracked while the text changes. */
class Table {
  readonly places = new TrackedPlaces();

  constructor(public text: string) {
    this.name();
  }

  get #found() {
    return Array.from(this.text.matchAll(/\{[^}]*\}/g), ({ 0: row, index }, at) => ({
      pointer: `/${at}`,
      study: /"study":"([^"]*)"/.exec(row)?.[1] ?? "",
      start: index,
      end: index + row.length,
    }));
  }

  /** The rows with their current names, in text order. */
  name(): readonly string[] {
    const names = this.places.name("a", this.#found, (start, end) => this.text.slice(start, end));
    return this.#found.map(
      ({ pointer, start, end }) => `${this.text.slice(start, end)} ${names.get(pointer)}`,
    );
  }

  /** Replaces part of the text by a single edit. */
  replace(old: string, text: string, written?: Parameters<TrackedPlaces["change"]>[1]): void {
    const start = this.text.indexOf(old);
    this.places.change([{ start, end: start + old.length, text }], written);
    this.text = this.text.slice(0, start) + text + this.text.slice(start + old.length);
  }
}

describe("the rows of an evidence panel, while the text changes under them", () => {
  it("keep their names while text is written before them and in them", () => {
    const table = new Table("[{A 1}, {B 2}, {C 3}]");
    table.replace("[", "[{New}, ");
    table.replace("B 2", "Beta 22");
    table.replace("C", "");
    assert.deepEqual(table.name(), ["{New} a/0~2", "{A 1} a/0", "{Beta 22} a/1", "{ 3} a/2"]);
  });

  it("keep them where the edit that removes one begins in it and ends in the next", () => {
    const table = new Table("[{A 1}, {B 2}, {C 3}]");
    table.replace("A 1}, {", "");
    assert.deepEqual([table.places.find("a/0"), table.places.find("a/1")], [undefined, undefined]);
    assert.deepEqual(table.name(), ["{B 2} a/1", "{C 3} a/2"]);
    assert.equal(table.places.isUnsure("a/0"), false, "what is gone is not waited for");
  });

  it("keep them where all is laid out anew, or the order is another", () => {
    const table = new Table("[{A 1}, {B 2}]");
    table.replace("[{A 1}, {B 2}]", "[\n  {B  2},\n  {A\n1}\n]");
    assert.deepEqual(table.name(), ["{B  2} a/1", "{A\n1} a/0"]);
  });

  it("keep them where a file changed on disk comes as one edit that begins and ends in other rows than it is about", () => {
    const table = new Table("[{A 1}, {B 2}]");
    table.replace("{B", "{New}, {B");
    assert.deepEqual(table.name(), ["{A 1} a/0", "{New} a/1~2", "{B 2} a/1"]);
    const inside = new Table("[{A 1}, {B 2}]");
    inside.replace("B", "New}, {B");
    assert.equal(
      inside.places.isUnsure("a/1"),
      true,
      "nothing is written there before it is known which row it is",
    );
    assert.deepEqual(inside.name(), ["{A 1} a/0", "{New} a/1~2", "{B 2} a/1"]);
    assert.equal(inside.places.isUnsure("a/1"), false);
  });

  it("are not those of another study that takes the place of one", () => {
    const row = (study: string, number: number) => `{"study":"${study}","events":${number}}`;
    const table = new Table(`[${row("A", 1)}, ${row("B", 2)}]`);
    table.replace('A","events":1', 'X","events":3');
    assert.deepEqual(table.name(), [`${row("X", 3)} a/0~2`, `${row("B", 2)} a/1`]);
    table.replace('"B"', '"Bergman"');
    assert.deepEqual(table.name(), [`${row("X", 3)} a/0~2`, `${row("Bergman", 2)} a/1`]);
    table.replace("2", "22", []);
    table.replace('"events":22', '"total":5,"events":22');
    assert.equal(table.name()[1], '{"study":"Bergman","total":5,"events":22} a/1');
    table.replace('"total":5,"events":22', '"total":6,"events":7');
    table.replace(`${row("X", 3)}, `, "");
    assert.deepEqual(table.name(), ['{"study":"Bergman","total":6,"events":7} a/1']);
  });

  it("get new names rather than one that may be another's", () => {
    const alike = new Table("[{A 1}, {A 1}]");
    alike.replace("[{A 1}, {A 1}]", "[{A 1}]");
    assert.deepEqual(alike.name(), ["{A 1} a/0~2"]);
    const other = new Table("[{A 1}]");
    other.replace("{A 1}", "{A 2}");
    assert.deepEqual(other.name(), ["{A 2} a/0~2"]);
  });

  it("have the names that an edit of the panel says, and those of before once it is taken back", () => {
    const table = new Table("[{A 1}, {B 2}]");
    const before = table.places.within([{ start: 1, end: 13, text: "" }]);
    const moved = { scope: "a", replacement: 0, length: 5 };
    table.replace("{A 1}, {B 2}", "{B 2}, {A 1}", [
      { ...moved, name: "a/1", offset: 0 },
      { ...moved, name: "a/0", offset: 7 },
    ]);
    assert.deepEqual(table.name(), ["{B 2} a/1", "{A 1} a/0"]);
    table.replace("{B 2}, {A 1}", "{A 1}, {B 2}", before);
    assert.deepEqual(table.name(), ["{A 1} a/0", "{B 2} a/1"]);
  });
});
