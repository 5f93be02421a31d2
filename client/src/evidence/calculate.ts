import * as vscode from "vscode";
import {
  deviationFromDifferenceInterval,
  deviationFromError,
  deviationFromInterval,
  deviationFromP,
  deviationFromSummary,
  deviationFromT,
  errorFromInterval,
  errorFromP,
  meanFromSummary,
  numberFromText,
  twoNumbers,
  twoReadings,
} from "@analyses/evidence";
import { choose, sayNotWritten, showInformation } from "../platform/editor";
import { type Calculation, isCalculation } from "@analyses/protocol/evidenceMessages";

/** The result of a calculation. */
interface Outcome {
  /** The numbers to write, by role; null for one that cannot be calculated. */
  readonly numbers: Readonly<Record<string, number | null>>;
  /** A sentence that says how they were calculated. */
  readonly derivation: string;
}

/** A statistic that a report may give instead of the wanted number. */
interface Method extends vscode.QuickPickItem {
  /** Prompts for the reported numbers. */
  readonly prompt: (calculation: Calculation) => Promise<Outcome>;
}

/**
 * Prompts for numbers of a report, calculates the wanted number from them, and writes it in one undo step.
 *
 * @throws vscode.CancellationError if the user cancels the prompt for a number
 */
export async function calculate(calculation: unknown): Promise<void> {
  if (!isCalculation(calculation)) return;
  const methods = calculation.wanted === "standard-error" ? errorMethods() : deviationMethods();
  const placeHolder = vscode.l10n.t("What does the report give?");
  const method = await choose(methods, { placeHolder, ignoreFocusOut: true });
  if (method === undefined) return;
  const outcome = await method.prompt(calculation);
  const numbers = Object.entries(outcome.numbers).flatMap(([role, number]) =>
    number !== null && calculation.places[role] !== undefined ? [[role, rounded(number)] as const] : [],
  );
  // Without the wanted number, nothing is written, even if others could be calculated.
  if (!numbers.some(([role]) => role === calculation.wanted)) {
    await showInformation(
      vscode.l10n.t("Nothing can be calculated from these numbers: {0}", outcome.derivation),
    );
    return;
  }
  const numberList = numbers.map(([, number]) => String(number)).join(", ");
  const write = vscode.l10n.t("Write {0}", numberList);
  const writeAndNote = vscode.l10n.t("Write {0} and a footnote", numberList);
  const choice = await choose(
    (calculation.note === null ? [write] : [write, writeAndNote]).map((label) => ({ label })),
    {
      placeHolder: outcome.derivation,
      ignoreFocusOut: true,
    },
  );
  if (choice === undefined) return;
  await writeNumbers(calculation, numbers, choice.label === writeAndNote ? outcome.derivation : undefined);
}

/** Writes the numbers, and a footnote if it is given, as one edit. */
async function writeNumbers(
  { uri, version, places, note }: Calculation,
  numbers: readonly (readonly [string, number])[],
  footnote: string | undefined,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  if (document.version !== version) {
    await showInformation(vscode.l10n.t("The document has changed meanwhile: start again."));
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  const write = (place: Calculation["places"][string] | null | undefined, text: string): void => {
    if (place === undefined || place === null) return;
    const { start, end } = place.range;
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    edit.replace(document.uri, range, place.before + text + place.after);
  };
  for (const [role, number] of numbers) write(places[role], String(number));
  if (footnote !== undefined) write(note, JSON.stringify(footnote));
  if (!(await vscode.workspace.applyEdit(edit))) sayNotWritten();
}

function deviationMethods(): readonly Method[] {
  return [
    {
      label: vscode.l10n.t("Standard error of the mean"),
      prompt: async (calculation) => {
        const error = await askNumber(vscode.l10n.t("Standard error"), positiveProblem);
        const total = await askTotal(calculation, armOf(calculation));
        const derivation = vscode.l10n.t("SD from the standard error {0} of {1} participants.", error, total);
        return { numbers: { [calculation.wanted]: deviationFromError(error, total) }, derivation };
      },
    },
    {
      label: vscode.l10n.t("Confidence interval of the mean"),
      prompt: async (calculation) => {
        const interval = await askInterval(calculation);
        const total = await askTotal(calculation, armOf(calculation));
        const derivation = vscode.l10n.t(
          "SD from the interval {0} to {1} of the mean of {2} participants.",
          interval.low,
          interval.high,
          total,
        );
        return { numbers: { [calculation.wanted]: deviationFromInterval(interval, total) }, derivation };
      },
    },
    {
      label: vscode.l10n.t("Quartiles or range (Wan 2014, Luo 2018)"),
      prompt: promptForSummary,
    },
    {
      label: vscode.l10n.t("P value of the difference of the means"),
      prompt: async (calculation) => {
        const difference = await askDifference(calculation);
        const totals = await askTotals(calculation);
        const p = await askNumber(vscode.l10n.t("Two-sided P value"), proportionProblem);
        const derivation = vscode.l10n.t("SD from P = {0} for the difference {1}.", p, difference);
        return inBothArms(deviationFromP(difference, p, totals), derivation);
      },
    },
    {
      label: vscode.l10n.t("t value of the difference of the means"),
      prompt: async (calculation) => {
        const difference = await askDifference(calculation);
        const totals = await askTotals(calculation);
        const t = await askNumber("t", notZeroProblem);
        const derivation = vscode.l10n.t("SD from t = {0} for the difference {1}.", t, difference);
        return inBothArms(deviationFromT(difference, t, totals), derivation);
      },
    },
    {
      label: vscode.l10n.t("Confidence interval of the difference of the means"),
      prompt: async (calculation) => {
        const interval = await askInterval(calculation);
        const totals = await askTotals(calculation);
        const derivation = vscode.l10n.t(
          "SD from the interval {0} to {1} of the difference.",
          interval.low,
          interval.high,
        );
        return inBothArms(deviationFromDifferenceInterval(interval, totals), derivation);
      },
    },
  ];
}

function errorMethods(): readonly Method[] {
  return [
    {
      label: vscode.l10n.t("Estimate and confidence interval"),
      prompt: async (calculation) => {
        const { isRatio } = calculation;
        const estimate = await askEstimate(isRatio);
        const interval = await askInterval(calculation, isRatio ? positiveProblem : numberProblem, estimate);
        const derivation = vscode.l10n.t(
          "Standard error from {0} with the interval {1} to {2}.",
          estimate,
          interval.low,
          interval.high,
        );
        const { low, high, level } = interval;
        const logged = (value: number): number => (isRatio ? Math.log(value) : value);
        const error = errorFromInterval({ low: logged(low), high: logged(high), level });
        return { numbers: onStudyScale(calculation, estimate, error), derivation };
      },
    },
    {
      label: vscode.l10n.t("Estimate and P value"),
      prompt: async (calculation) => {
        const { isRatio } = calculation;
        const estimate = await askEstimate(isRatio);
        const p = await askNumber(vscode.l10n.t("Two-sided P value"), proportionProblem);
        const error = errorFromP(isRatio ? Math.log(estimate) : estimate, p);
        const derivation = vscode.l10n.t("Standard error from {0} with P = {1}.", estimate, p);
        return { numbers: onStudyScale(calculation, estimate, error), derivation };
      },
    },
  ];
}

function askEstimate(isRatio: boolean): Promise<number> {
  return isRatio
    ? askNumber(vscode.l10n.t("Estimate: the ratio, not its logarithm"), positiveProblem)
    : askNumber(vscode.l10n.t("Estimate"), numberProblem);
}

/**
 * The estimate and its error on the scale of the study's own numbers, which for a ratio is natural or logarithmic. The
 * error on the natural scale is the error of the logarithm times the ratio (delta method), as pooling assumes too.
 *
 * @param estimate a difference, or a ratio on the natural scale
 * @param error of the difference, or of the ratio's logarithm; null if it cannot be calculated
 */
function onStudyScale(
  { isRatio, isNatural, isErrorNatural }: Calculation,
  estimate: number,
  error: number | null,
): Outcome["numbers"] {
  return {
    "standard-error": error === null || !isErrorNatural ? error : error * estimate,
    estimate: isRatio && !isNatural ? Math.log(estimate) : estimate,
  };
}

function askDifference({ known }: Calculation): Promise<number> {
  const [experimental, comparator] = [known["experimental-mean"], known["comparator-mean"]];
  const preset =
    experimental === undefined || comparator === undefined ? undefined : rounded(experimental - comparator);
  return askNumber(vscode.l10n.t("Difference of the means"), notZeroProblem, preset);
}

/** Writes one deviation into both arms: a difference of means gives only the deviation that both arms share. */
function inBothArms(value: number | null, derivation: string): Outcome {
  return { numbers: { "experimental-sd": value, "comparator-sd": value }, derivation };
}

async function promptForSummary(calculation: Calculation): Promise<Outcome> {
  const quartiles = await askPair(
    vscode.l10n.t("First and third quartile, such as 4.1 7.9; empty if not given"),
  );
  const range = await askPair(vscode.l10n.t("Smallest and largest value; empty if not given"));
  const total = await askTotal(calculation, armOf(calculation));
  const median = await askText(
    vscode.l10n.t("Median, for the mean; empty to leave the mean as it is"),
    (text) => (text === "" ? undefined : problemOf(text, numberProblem)),
  );
  const summary = {
    total,
    ...(quartiles && { quartiles }),
    ...(range && { range }),
    ...(median === "" ? {} : { median: numberOf(median, numberProblem) }),
  };
  const numbers = {
    [calculation.wanted]: deviationFromSummary(summary),
    [`${armOf(calculation)}-mean`]: meanFromSummary(summary),
  };
  const given = [quartiles, range].flatMap((pair) => pair?.join("–") ?? []).join("; ");
  const derivation =
    given === ""
      ? vscode.l10n.t("SD with neither quartiles nor range.")
      : vscode.l10n.t("SD from {0} of {1} participants (Wan 2014, Luo 2018).", given, total);
  return { numbers, derivation };
}

function armOf({ wanted }: Calculation): "experimental" | "comparator" {
  return wanted === "comparator-sd" ? "comparator" : "experimental";
}

function askTotal({ known }: Calculation, arm: "experimental" | "comparator"): Promise<number> {
  const label =
    arm === "experimental"
      ? vscode.l10n.t("Participants of the experimental group")
      : vscode.l10n.t("Participants of the comparator group");
  return askNumber(label, totalProblem, known[`${arm}-total`]);
}

async function askTotals(calculation: Calculation): Promise<readonly [number, number]> {
  return [await askTotal(calculation, "experimental"), await askTotal(calculation, "comparator")];
}

/**
 * Prompts for a confidence interval.
 *
 * @param estimate a number that the interval has to contain
 */
async function askInterval(
  { confidenceLevel }: Calculation,
  check: Check = numberProblem,
  estimate?: number,
) {
  const limits = await askText(vscode.l10n.t("Lower and upper limit, such as 13.2 to 18.2"), (typed) =>
    problemOfPair(typed, ([low, high]) =>
      estimate !== undefined && (low > estimate || high < estimate)
        ? vscode.l10n.t("The interval has to contain the estimate {0}.", estimate)
        : (check(low) ?? check(high)),
    ),
  );
  const [low, high] = pairOf(limits);
  const percent = await askNumber(
    vscode.l10n.t("Confidence level in per cent"),
    percentProblem,
    confidenceLevel * 100,
  );
  return { low, high, level: percent / 100 };
}

/** Prompts for two numbers; undefined for an empty answer. */
async function askPair(prompt: string): Promise<Pair | undefined> {
  const text = await askText(prompt, (typed) => (typed === "" ? undefined : problemOfPair(typed)));
  return text === "" ? undefined : pairOf(text);
}

/** Returns why a number is not valid; undefined if it is. */
type Check = (number: number) => string | undefined;

const numberProblem: Check = (number) =>
  Number.isFinite(number) ? undefined : vscode.l10n.t("A number, such as 1.4.");
const positiveProblem: Check = (number) =>
  number > 0 ? numberProblem(number) : vscode.l10n.t("A number larger than 0.");
const notZeroProblem: Check = (number) =>
  number === 0 ? vscode.l10n.t("It cannot be 0.") : numberProblem(number);
const proportionProblem: Check = (number) =>
  number > 0 && number < 1 ? undefined : vscode.l10n.t("A number between 0 and 1, such as 0.008.");
const percentProblem: Check = (number) =>
  number > 50 && number < 100 ? undefined : vscode.l10n.t("A number between 50 and 100, such as 95.");
const totalProblem: Check = (number) =>
  Number.isInteger(number) && number > 1 ? undefined : vscode.l10n.t("A whole number from 2 on.");

/**
 * Parses a number as papers print it; NaN if the text is none. In a number of participants, a comma before three digits
 * separates thousands.
 */
function numberOf(text: string, check: Check): number {
  return Number(numberFromText(text, check === totalProblem, undefined) ?? NaN);
}

/** Why a text is not one valid number; undefined if it is. */
function problemOf(text: string, check: Check): string | undefined {
  const readings = check === totalProblem ? undefined : twoReadings(text);
  if (readings !== undefined)
    return vscode.l10n.t("“{0}” can mean {1} or {2}: write one of them.", text, ...readings);
  const number = numberOf(text, check);
  return numberProblem(number) ?? check(number);
}

type Pair = readonly [number, number];

function pairOf(text: string): Pair {
  const [low = NaN, high = NaN] = twoNumbers(text)?.map((number) => numberOf(number, numberProblem)) ?? [];
  return [low, high];
}

/** Why a text is not two valid numbers; undefined if it is. */
function problemOfPair(text: string, check?: (numbers: Pair) => string | undefined): string | undefined {
  const problem = twoNumbers(text)?.flatMap((number) => problemOf(number, numberProblem) ?? [])[0];
  if (problem !== undefined) return problem;
  const [low, high] = pairOf(text);
  return low < high ? check?.([low, high]) : vscode.l10n.t("Two numbers, the smaller one first.");
}

async function askNumber(prompt: string, check: Check, preset?: number): Promise<number> {
  return numberOf(await askText(prompt, (typed) => problemOf(typed, check), preset), check);
}

async function askText(
  prompt: string,
  check: (text: string) => string | undefined,
  preset?: number,
): Promise<string> {
  const typed = await vscode.window.showInputBox({
    // The prompt is also the title, since a validation message replaces the prompt.
    title: prompt,
    prompt,
    value: preset === undefined ? "" : String(preset),
    validateInput: (text) => check(text.trim()),
    ignoreFocusOut: true,
  });
  if (typed === undefined) throw new vscode.CancellationError();
  return typed.trim();
}

function rounded(number: number): number {
  return Number(number.toPrecision(5));
}
