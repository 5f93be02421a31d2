/** Analyses out of the files people have, into the files others want. The only door of this package. */
export { readSource, countsOf } from "./readSource";
export type { ReadOptions, ReadOutcome } from "./readSource";
export { atOnce, inTurns } from "./reading/turns";
export type { TurnOptions, Turns } from "./reading/turns";
export type { NamedBytes } from "./reading/zip";
export type { Counts, ItemCode, ReportItem, Severity } from "./model/report";
export { analysisKey, sourceKinds } from "./model/review";
export type { Analysis, Cell, Group, Place, Review, Row, SourceKind, Subgroup } from "./model/review";
export { answersAsJson, readAnswers } from "./table/answers";
export type { Answers, ColumnMeaning, Question, Questions } from "./table/answers";
