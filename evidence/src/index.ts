// The public entry point of the evidence package: its other modules are internal.

export * from "./analysis";
export { computeAnalysis, countsFor, eachStudyOnce } from "./pooling/computeAnalysis";
export type {
  AnalysisResult,
  PooledRows,
  RowResult,
  SubgroupDifferences,
  SubgroupResult,
} from "./pooling/computeAnalysis";
export type { Heterogeneity, Interval, PooledEffect } from "./pooling/pool";
export type { NotEstimableReason, StudyEffect } from "./effects";
export { keepsEstimate } from "./effects";
export { causeOfMismatch } from "./checks/resultMismatch";
export { checkItem, checkItemYielding, numbersOfFinding, studyOfFinding } from "./checks/checkItem";
export type { Finding, FindingCode, Repair } from "./checks/finding";
export type { StoredMembers } from "./stored/revmanResults";
export type { StoredChange } from "./stored/storedDifferences";
export { impossibleSentence } from "./checks/impossibleData";
export { poolWithout, zeroCells } from "./checks/sensitivity";
export type { ConclusionChange } from "./checks/sensitivity";
export { columnTitle, markdownTable, tableReport, tabSeparated } from "./figure/dataTable";
export { naturalNumbers, poolingOf } from "./roles/choices";
export { studyTotals, totalsDisagree } from "./checks/totalsDisagree";
export type { StudyTotal } from "./checks/totalsDisagree";
export { smallForest, comparedPools } from "./figure/smallFigures";
export { byKey, largestOf } from "./lists";
export { asHtml, htmlText } from "./htmlText";
export { nameWidthInFiles } from "./figure/axis";
export { forestPlot } from "./figure/forestPlot";
export { funnelPlot } from "./figure/funnelPlot";
export type { ComparedPool } from "./figure/smallFigures";
export { pooledForest } from "./figure/pooledForest";
export { changeOfFigure, fitted, textWidth } from "./figure/marks";
export type { Figure, FigureChange, Mark } from "./figure/marks";
export { judgementText, readJudgements } from "./judgements";
export { imageOf, shapesOf, svgOf } from "./figure/svg";
export { ownSubschemas } from "./roles/explicitRoles";
export { bindRoles, placesOfRows } from "./roles/binding";
export type { BoundRole, RoleBinding } from "./roles/binding";
export { placeIn } from "./write/places";
export { armNamed, isListOfArms, partNamed } from "./roles/words";
export { describeRoles } from "./roles/describeRoles";
export { evidenceYielding, evidenceOfItem, leavingOut, unpooled } from "./evidenceOfItem";
export type { ComputedItem, FaultyRows, ItemEvidence } from "./evidenceOfItem";
export { choiceName, english, standardName, studyInWords, writtenOr } from "./roles/problems";
export type { EvidenceProblem, Translate } from "./roles/problems";
export type { ItemContent } from "./roles/readItem";
export type { Found, ItemRow } from "./roles/readRow";
export {
  columnRoles,
  isChoiceRole,
  isNumberRole,
  isResultRole,
  numberRoles,
  ofOtherArm,
} from "./roles/roles";
export type { ChoiceRole, LabelRole, NumberRole, Role, RoleEntries, RoleEntry } from "./roles/roles";
export { decimalSeparatorIn, numberFromText, twoNumbers, twoReadings } from "./numberText";
export type { DecimalSeparator } from "./numberText";
export { readChoice, readExcluded, valuesOf } from "./choiceValues";
export { documentItem, itemsOfDocument, reportItem, versionOfItem } from "./report/evidenceReport";
export type {
  AnalysisVersion,
  DocumentItem,
  EvidenceReport,
  ReportedAnalysis,
  RowVersion,
} from "./report/evidenceReport";
export { notesInWords, reportNotes } from "./report/notes";
export { comparisonMarkdown, comparisonText, csvReport, studyTable, textReport } from "./report/textReport";
export {
  cochraneSentence,
  countText,
  decimals,
  differencesLine,
  predictionText,
  effectText,
  formerName,
  heterogeneityLine,
  markdownText,
  measureAbbreviation,
  measureName,
  methodLine,
  methodSentence,
  percentText,
  pointText,
  shown,
  studyName,
  testLine,
  valueText,
  visible,
  weightText,
} from "./report/words";
export {
  comparedAnalysis,
  formerSubgroups,
  tellingSubgroups,
  compareReports,
  comparisonReport,
  pairAnalyses,
  studiesBetween,
} from "./report/compareReports";
export type { AnalysisPair, EvidenceComparison } from "./report/compareReports";
export { cumulative, leaveOneOut, sensitivityTable } from "./report/sensitivityAnalyses";
export type { CumulativeOrder } from "./report/sensitivityAnalyses";
export { rScript } from "./report/rScript";
export {
  chiSquaredQuantile,
  chiSquaredUpperTail,
  normalQuantile,
  normalUpperTail,
  tQuantile,
  tUpperTail,
} from "./distributions";
export { restrictedMaximumLikelihood } from "./pooling/methods";
export {
  deviationFromDifferenceInterval,
  deviationFromError,
  deviationFromInterval,
  deviationFromP,
  deviationFromSummary,
  deviationFromT,
  errorFromInterval,
  errorFromP,
  meanFromSummary,
} from "./conversions/deviations";
