import * as vscode from "vscode";
import {
  columnTitle,
  measureName,
  numberRoles,
  readChoice,
  standardName,
  valueText,
} from "@analyses/evidence";
import type { ColumnMeaning, Question } from "@analyses/exchange";
import { decimalChoices } from "../tables/tableForm";
import { translate } from "./reading";

/** The label of an answer to a question on a table. */
export function answerLabel(key: Question["key"], value: string): string {
  switch (key) {
    case "dataType":
      return standardName(value, translate);
    case "effectMeasure": {
      const measure = readChoice["effect-measure"](value);
      return measure === undefined ? value : measureName(measure, translate);
    }
    case "method":
    case "model":
      return valueText(key, value, translate);
    case "heterogeneityEstimator":
      return valueText("heterogeneity-estimator", value, translate);
    case "scale":
      if (value === "log") return vscode.l10n.t("They are logarithms");
      return value === "natural"
        ? vscode.l10n.t("They are ratios, and their standard errors those of the ratios")
        : vscode.l10n.t("They are ratios, and their standard errors those of the logarithms");
    case "decimal":
      return decimalChoices().find((one) => one.value === value)?.label ?? value;
    case "titleLines":
      return value === "subgroup"
        ? vscode.l10n.t("Subgroups of the studies below")
        : vscode.l10n.t("Neither: leave them out");
    case "unnamedLines":
      return value === "above"
        ? vscode.l10n.t("To the study above")
        : vscode.l10n.t("No, the name is missing");
    case "leftOut":
      return value === "" ? vscode.l10n.t("None of them") : value;
    case "analysisName":
    case "columns":
    case "comparator":
    case "sheet":
      return value;
  }
}

/** The label of a column's meaning. */
export function meaningLabel(meaning: ColumnMeaning): string {
  const role = numberRoles.find((one) => one === meaning);
  if (role?.startsWith("experimental-")) return vscode.l10n.t("Experimental arm: {0}", partOf(meaning));
  if (role?.startsWith("comparator-")) return vscode.l10n.t("Comparator arm: {0}", partOf(meaning));
  switch (meaning) {
    case "study":
      return vscode.l10n.t("Study");
    case "year":
      return vscode.l10n.t("Year");
    case "subgroup":
      return vscode.l10n.t("Subgroup");
    case "footnotes":
      return vscode.l10n.t("Footnotes");
    case "excluded":
      return vscode.l10n.t("Whether the study is left out");
    case "included":
      return vscode.l10n.t("Whether the study is pooled");
    case "outcome":
      return vscode.l10n.t("Outcome");
    case "comparison":
      return vscode.l10n.t("Comparison");
    case "effect-measure":
      return vscode.l10n.t("Effect measure");
    case "unit":
      return vscode.l10n.t("Unit");
    case "arm":
      return vscode.l10n.t("Arm of the row");
    case "first-arm":
      return vscode.l10n.t("Arm whose numbers are called by 1");
    case "second-arm":
      return vscode.l10n.t("Arm whose numbers are called by 2");
    case "interval-low":
      return vscode.l10n.t("Lower end of the interval");
    case "interval-high":
      return vscode.l10n.t("Upper end of the interval");
    case "ignored":
      return vscode.l10n.t("Not used");
    default:
      return meaning.startsWith("arm-")
        ? vscode.l10n.t("Arm of the row: {0}", partOf(meaning))
        : partOf(meaning);
  }
}

/** The label of a number of one arm, or of both. */
function partOf(meaning: ColumnMeaning): string {
  if (meaning.endsWith("-non-events")) return vscode.l10n.t("Participants without the event");
  const own = meaning.replace(/^arm-/, "experimental-");
  const role = numberRoles.find((one) => one === own);
  return role === undefined ? meaning : columnTitle(role, translate);
}
