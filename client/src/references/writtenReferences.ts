import { visit } from "jsonc-parser";
import type { RegistryReference } from "../../../protocol/src/references";
import { identifierProperty } from "../../../protocol/src/references";
import type { Span } from "./jsonPlace";

/** A string of a JSON text, and where it stands, with its quotes. */
export interface WrittenString extends Span {
  readonly value: string;
}

/** A reference as it stands in a JSON text. */
export interface WrittenReference {
  readonly kind: RegistryReference["kind"];
  readonly id: string;
  readonly name: WrittenString | undefined;
  readonly link: WrittenString;
}

const kinds = ["group", "person"] as const;

/** The references with a link in a JSON text, in their order. Tolerates text that is not, or not yet, JSON. */
export function writtenReferences(text: string): readonly WrittenReference[] {
  const references: WrittenReference[] = [];
  const open: (Map<string, WrittenString> | undefined)[] = [];
  let property: string | undefined;
  visit(text, {
    onObjectBegin: () => void open.push(new Map()),
    onArrayBegin: () => void open.push(undefined),
    onArrayEnd: () => void open.pop(),
    onObjectProperty: (name) => void (property = name),
    onLiteralValue: (value: unknown, start, length) => {
      const strings = open.at(-1);
      if (typeof value === "string" && strings !== undefined && property !== undefined) {
        strings.set(property, { value, start, end: start + length });
      }
    },
    onObjectEnd: () => {
      const reference = referenceIn(open.pop());
      if (reference !== undefined) references.push(reference);
    },
  });
  return references.sort((a, b) => a.link.start - b.link.start);
}

/** An object with identifiers of both kinds is something else than a reference. */
function referenceIn(strings: ReadonlyMap<string, WrittenString> | undefined): WrittenReference | undefined {
  const link = strings?.get("link");
  if (strings === undefined || link === undefined) return undefined;
  const identified = kinds.flatMap((kind) => {
    const id = strings.get(identifierProperty[kind]);
    return id === undefined ? [] : [{ kind, id: id.value }];
  });
  const [only, other] = identified;
  if (only === undefined || other !== undefined) return undefined;
  return { ...only, name: strings.get("name"), link };
}
