// Tolerant JSON: texts, syntax trees, edits, formatting. The only public entry point of this package.
export { changeDocumentYielding, readDocument, readDocumentYielding } from "./document/jsonDocument";
export type { DocumentChange, JsonDocument } from "./document/jsonDocument";
export {
  gapOfMembers,
  marginOfMembers,
  memberRemoval,
  aroundInsertion,
  membersInsertion,
  membersRemoval,
} from "./document/memberEdits";
export type { TextReplacement } from "./document/memberEdits";
export {
  containersIn,
  elementAt,
  elementHolding,
  elementsOf,
  open,
  openYielding,
  partsOfBroken,
  pathAt,
  pathOf,
  propertiesOf,
  propertyNamed,
  stringValue,
  valueOf,
  walkTree,
  isJsonArray,
  isJsonObject,
  memoized,
  pathOfPointer,
  pointerOfPath,
  readJson,
} from "./document/places";
export type {
  OffsetPath,
  PlacedElement,
  PlacedProperty,
  Step,
  JsonObject,
  JsonPath,
  JsonValue,
} from "./document/places";
export { formatDocument, formatOnType, formatRange, onTypeCharacters } from "./format";
export type { TextChange } from "./format";
export { stringPattern } from "./syntax/characters";
export { maxProblems } from "./syntax/frames";
export { NodeCache, isContainer, isEmptyText, isWellFormed } from "./syntax/nodes";
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
export { isBracketGuess, isHarmless, isScrap, shiftProblem } from "./syntax/problems";
export type { ReportedProblemKind, SyntaxProblem, SyntaxProblemKind, TextRepair } from "./syntax/problems";
export { readingsOf, withoutQuotes } from "./syntax/readings";
export type { Reading } from "./syntax/readings";
export { unescapeString } from "./syntax/scanString";
export { TextReader } from "./syntax/textReader";
export { afterComments, conflictsIn } from "./syntax/trivia";
export type { Conflict } from "./syntax/trivia";
export {
  DocumentText,
  indentationOf,
  indentationStep,
  nextSignificant,
  previousSignificant,
  sharedEnds,
} from "./text/documentText";
export type { LinePosition, LineRange } from "./text/documentText";
export { runYielding, withoutYielding } from "./yielding";
export type { Yielding, YieldingHost } from "./yielding";
