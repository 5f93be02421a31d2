import { limits } from "./reading/limits";

/** Converts analyses between file formats. The only public entry point of this package. */
export { readSource } from "./readSource";
export type { ReadOptions, ReadOutcome } from "./readSource";
export type { NamedBytes } from "./reading/zip";
export { numberName } from "./model/report";
export type { Counts, ReportItem } from "./model/report";
export { analysisKey, isJudged, sourceKinds } from "./model/review";
export type { Analysis, Review, Row, SourceKind } from "./model/review";
export { answersAsJson, columnMeanings, isNumberMeaning, readAnswers } from "./table/answers";
export type { Answers, ColumnMeaning, Question, Questions } from "./table/answers";
export { meaningsNamed } from "./table/columns";
export { compositionOf } from "./table/composed";
export { isNotReported, isOfInterval, isValue, sumTest } from "./table/lines";
export { compareResults } from "./model/compare";
export type { Comparison } from "./model/compare";
export { computed } from "./model/computed";
export { readDocument } from "./readDocument";
export { onlyAnalyses, targetFormats, whyLeftOut, writeReview, zipOf } from "./writeReview";
export type { TargetFormat, WriteOptions, WriteOutcome } from "./writeReview";
export { bindingOf } from "./writing/schemaPlace";
export type { ItemShape } from "./writing/schemaPlace";
export { defaultChoices } from "./writing/writeItem";
export { isPackageFile } from "./revman/readPackage";
export const largestInput = limits.input;
