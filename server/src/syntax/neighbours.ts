import type { ArrayFrame, Frame } from "./frames";
import { quotedText } from "./layout";
import { isWellFormed } from "./nodes";
import type { TextReader } from "./textReader";

/** Elements longer than this are not read to learn from them. */
const longestExample = 65_536;

/** How many containers around an array are searched for an example. */
const farthestExample = 16;

/**
 * Whether the elements of an array have a property of a name, as far as can be learnt from its first
 * element or from the like place in the first element of an array around it.
 *
 * @param key - Offset of the quoted name.
 * @param frames - The open containers, the array last.
 */
export function knowsKey(reader: TextReader, key: number, frames: readonly Frame[]): boolean {
  const name = quotedText(reader, key);
  const array = frames[frames.length - 1];
  if (name === undefined || array?.kind !== "array") return false;
  if (hasProperty(exampleOf(reader, array), name)) return true;
  const way: string[] = [];
  const outermost = Math.max(0, frames.length - 1 - farthestExample);
  for (let index = frames.length - 2; index >= outermost; index--) {
    const frame = frames[index];
    if (frame?.kind === "object") way.unshift(frame.keyName);
    else if (frame !== undefined) {
      const example = exampleOf(reader, frame);
      if (example !== undefined) return elementsAt(example, way).some((each) => hasProperty(each, name));
      // The way goes on through the elements of this array.
      way.unshift(anyElement);
    }
  }
  return false;
}

/** Stands in a way for the elements of an array. */
const anyElement = "";

/** The value of an array's first element, where that is well-formed and no giant. */
function exampleOf(reader: TextReader, array: ArrayFrame): unknown {
  const { firstValue, firstValueStart } = array;
  if (firstValue === undefined || !isWellFormed(firstValue) || firstValue.length > longestExample) {
    return undefined;
  }
  array.example ??= { value: JSON.parse(reader.slice(firstValueStart, firstValueStart + firstValue.length)) };
  return array.example.value;
}

/** The elements of the array at the end of a way. */
function elementsAt(value: unknown, way: readonly string[]): unknown[] {
  let values: unknown[] = [value];
  for (const step of way) {
    values = values.flatMap((each) =>
      step === anyElement ? elementsOf(each) : hasProperty(each, step) ? [each[step]] : [],
    );
  }
  return values.flatMap(elementsOf);
}

function elementsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function hasProperty<Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}
