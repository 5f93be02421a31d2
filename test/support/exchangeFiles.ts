import { withoutYielding } from "@analyses/json";
import assert from "node:assert/strict";
import { english } from "@analyses/evidence";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonValue } from "@analyses/json";
import type { ItemShape, NamedBytes, ReadOptions, ReadOutcome } from "@analyses/exchange";
import { readSource } from "@analyses/exchange";

/** The invented files of `test/fixtures/exchange`. */
export const examples = "test/fixtures/exchange";

export function example(name: string): NamedBytes {
  return { name: name.replace(/^.*\//, ""), bytes: new Uint8Array(readFileSync(join(examples, name))) };
}

export function bytesOf(text: string, name = "file"): NamedBytes {
  return { name, bytes: new TextEncoder().encode(text) };
}

/** The shape of items of a schema without references to other files. */
export function shapeOf(itemSchema: JsonValue): ItemShape {
  const uri = "file:///item.schema.json";
  return { uri, files: new Map([[uri, itemSchema]]) };
}

export function outcomeOf(
  files: NamedBytes | readonly NamedBytes[],
  options: Partial<ReadOptions> = {},
): ReadOutcome {
  return withoutYielding(readSource("bytes" in files ? [files] : files, { translate: english, ...options }));
}

/** The successfully read result; fails the test on any other outcome. */
export function readOf(
  files: NamedBytes | readonly NamedBytes[],
  options: Partial<ReadOptions> = {},
): Extract<ReadOutcome, { kind: "read" }> {
  const outcome = outcomeOf(files, options);
  assert.equal(outcome.kind, "read", JSON.stringify(outcome).slice(0, 500));
  return outcome;
}

export function refusalOf(
  files: NamedBytes | readonly NamedBytes[],
  options: Partial<ReadOptions> = {},
): string {
  const outcome = outcomeOf(files, options);
  assert.equal(outcome.kind, "refused");
  return outcome.reason;
}
