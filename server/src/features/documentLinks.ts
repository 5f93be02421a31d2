import { formatProperty } from "../../../protocol/src/documentFormat";
import type { DocumentLink } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../document/analysesDocument";
import {
  AscendingPositions,
  NodeCache,
  elementsOf,
  propertiesOf,
  propertyNamed,
  valueOf,
} from "../../../json/src";
import { isFileAddress } from "../../../json-schema/src";
import type { SchemaContext } from "../schema/schemaContext";
import type { Placed } from "../../../json/src";

/**
 * Web addresses that are values of the document, and the schema file that `$schema` means (LSP 3.17,
 * `textDocument/documentLink`). Nothing is followed unless the author asks for it.
 */
export function documentLinks(document: AnalysesDocument, schemas: SchemaContext): DocumentLink[] {
  return [...schemaLink(document, schemas), ...webLinks(document)];
}

function schemaLink(document: AnalysesDocument, { documentSchema }: SchemaContext): DocumentLink[] {
  const { node, start } = document.root;
  if (node.kind !== "object" || !isFileAddress(documentSchema.uri)) return [];
  const value = propertyNamed({ node, start }, formatProperty.schema)?.value;
  if (value?.node.kind !== "string" || valueOf(document, value) !== documentSchema.id) return [];
  const range = document.text.rangeBetween(value.start + 1, value.start + value.node.length - 1);
  return [{ range, target: documentSchema.uri }];
}

function webLinks(document: AnalysesDocument): DocumentLink[] {
  const positions = new AscendingPositions(document.text);
  return Array.from(addressesBelow(document, document.root), ({ at, address }) => ({
    range: positions.rangeBetween(at, at + address.length),
    target: address,
  }));
}

/** The addresses in a value, in the order of the text. */
function* addressesBelow(document: AnalysesDocument, { node, start }: Placed): Generator<Address, void> {
  switch (node.kind) {
    case "object":
      for (const { value } of propertiesOf({ node, start })) yield* addressesBelow(document, value);
      break;
    case "array":
      for (const element of elementsOf({ node, start })) yield* addressesBelow(document, element);
      break;
    case "lazy": {
      const text = (): string => document.text.slice(start, start + node.length);
      for (const { at, address } of addressesCache.of(node, () => addressesIn(text())))
        yield { at: start + at, address };
      break;
    }
    case "string":
      for (const { at, address } of addressesIn(document.text.slice(start, start + node.length)))
        yield { at: start + at, address };
      break;
    default:
  }
}

interface Address {
  readonly at: number;
  readonly address: string;
}

const addressesCache = new NodeCache<readonly Address[]>();
const noAddresses: readonly Address[] = [];

/** Strings that are a web address and nothing else, placed from the text's start; one with an escape is left out. */
function addressesIn(json: string): readonly Address[] {
  if (!json.includes("://")) return noAddresses;
  return [...json.matchAll(/(?<=")https?:\/\/[^\s"\\]+(?=")/g)].map(({ index, 0: address }) => ({
    at: index,
    address,
  }));
}
