/** JSON text as people write it: texts, tolerant trees, edits, formatting. The only door of this package. */
export { AscendingPositions } from "./document/ascendingPositions";
export { changeDocument, readDocument } from "./document/jsonDocument";
export type { DocumentChange, JsonDocument } from "./document/jsonDocument";
export { gapOfMembers, marginOfMembers, memberRemoval, membersInsertion } from "./document/memberEdits";
export type { TextReplacement } from "./document/memberEdits";
export { pathAt, pathOf } from "./document/places";
export type { OffsetPath, Step } from "./document/places";
export { elementAt, elementsOf, open, propertiesOf, propertyNamed, walkTree } from "./document/places";
export type { PlacedElement, PlacedProperty } from "./document/places";
export { stringValue, valueOf } from "./document/valueOf";
export { formatDocument, formatOnType, formatRange, onTypeCharacters } from "./format/format";
export type { FormatOptions, TextChange } from "./format/format";
export { mostProblems } from "./syntax/frames";
export { NodeCache, isContainer, isWellFormed } from "./syntax/nodes";
export type {
  ArrayNode,
  ContainerNode,
  LazyNode,
  LazyPolicy,
  ObjectNode,
  OpenNode,
  Placed,
  PropertyNode,
  SyntaxNode,
} from "./syntax/nodes";
export { isBracketGuess, isScrap, shiftProblem } from "./syntax/problems";
export type { ReportedProblemKind, SyntaxProblem, SyntaxProblemKind, TextRepair } from "./syntax/problems";
export { openLazy } from "./syntax/readTree";
export { readingsOf, withoutQuotes } from "./syntax/readings";
export type { Reading } from "./syntax/readings";
export { unescapeString } from "./syntax/scanString";
export { longestFlat, scanFlat, valueInFlat } from "./syntax/strictScan";
export { TextReader } from "./syntax/textReader";
export { conflictsIn } from "./syntax/trivia";
export type { Conflict } from "./syntax/trivia";
export {
  DocumentText,
  indentationOf,
  indentationStep,
  nextSignificant,
  previousSignificant,
} from "./text/documentText";
export type { LinePosition, LineRange } from "./text/documentText";
export { isJsonArray, isJsonObject, memoized, pathOfPointer, pointerOfPath, readJson } from "./value";
export type { JsonObject, JsonPath, JsonValue } from "./value";
