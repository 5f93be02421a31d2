import * as vscode from "vscode";
import { measureName, readChoice, standardName, valueText } from "@analyses/evidence";
import { type ColumnMeaning, type Question, numberName } from "@analyses/exchange";
import { decimalChoices } from "../tables/tableForm";
import { translate } from "./reading";

/** The label of an answer to a question about a table. */
export function answerLabel(key: Question["key"], value: string): string {
  switch (key) {
    case "dataType":
      return standardName(value, translate);
    case "effectMeasure": {
      const measure = readChoice["effect-measure"](value);
      return measure === undefined ? value : measureName(measure, translate);
    }
    case "method":
      // `valueText` would begin it with a small letter, as within a sentence.
      if (value === "inverse-variance") return vscode.l10n.t("Inverse variance");
      return valueText(key, value, translate);
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
      return decimalChoices().find((choice) => choice.value === value)?.label ?? value;
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
      return vscode.l10n.t("Name of the arm");
    case "first-arm":
      return vscode.l10n.t("Name of arm 1");
    case "second-arm":
      return vscode.l10n.t("Name of arm 2");
    case "ignored":
      return vscode.l10n.t("Not used");
    case "arm-events":
      return vscode.l10n.t("Events of the arm");
    case "arm-total":
      return vscode.l10n.t("Total of the arm");
    case "arm-mean":
      return vscode.l10n.t("Mean of the arm");
    case "arm-sd":
      return vscode.l10n.t("SD of the arm");
    default:
      return numberName(meaning, translate);
  }
}
