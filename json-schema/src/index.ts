// JSON Schema: loads schema files and validates values. The only public entry point of this package.
export {
  applyingSchemas,
  applyingToNew,
  schemaOfFile,
  schemasOfChild,
  discriminatorSchemas,
  schemaVariants,
} from "./check/applying";
export type { ApplyingSchema, SchemaRoot } from "./check/applying";
export { chooseBranch, fixedProperties, discriminatorsOf } from "./check/branches";
export type { BranchChoice } from "./check/branches";
export { compileSchema } from "./check/checkers";
export {
  elementsNeeded,
  expectedTypes,
  isClosed,
  knownProperties,
  namesInOrder,
  requiredSiblings,
  requiredIn,
  requiredProperties,
} from "./check/expected";
export { maxElements, newObject, newValue, placeholderOf, writtenOf } from "./check/newValue";
export type { NewValue, ValuePlace, Written } from "./check/newValue";
export { omitted } from "./check/rule";
export { isWithinLimits } from "./check/valueRules";
export type { CompiledSchema, ProblemDetail, SchemaBranch, SchemaProblem } from "./check/problems";
export { formats } from "./formats";
export type { EqualityKey, Schema } from "./jsonValue";
export { equalityKey, isSchema, jsonTypes, listIn, placesByKey, stringsIn } from "./jsonValue";
export { mayFollowPattern } from "./pattern/pattern";
export type { PatternFault } from "./pattern/readPattern";
export {
  canonical,
  hostOf,
  isFileAddress,
  isOfSameHost,
  isWeb,
  partsOf,
  thisMachine,
} from "./reading/addresses";
export { asWritten, enumTitles } from "./reading/dialects";
export type { KeywordFault, KeywordForm } from "./reading/keywords";
export { keywordForms, typeNames } from "./reading/keywords";
export { loadSchema } from "./reading/loadSchema";
export type { JsonFileReading, PlacedFault, SchemaFault } from "./reading/loadSchema";
export type { SchemaPlace } from "./reading/schemaFile";
export { SchemaSet, schemaSetOf, subschemasOf } from "./reading/schemaSet";
