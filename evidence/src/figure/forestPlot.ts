import { isRatio } from "../analysis";
import type { PooledRows, RowResult, SubgroupResult } from "../pooling/computeAnalysis";
import type { Interval } from "../pooling/pool";
import {
  countText,
  differencesLine,
  effectText,
  heterogeneityLine,
  measureName,
  methodLine,
  testLine,
  weightText,
} from "../report/words";
import type { ComputedItem } from "../roles/evidenceOfItem";
import type { Translate } from "../roles/problems";
import type { Axis } from "./axis";
import { arrowsOf, axisFor } from "./axis";
import { dataColumns } from "./dataTable";
import type { Figure, Mark } from "./marks";
import { fitted, textWidth } from "./marks";
import { domainLetter, domainTitle, judgementText, readJudgements } from "./riskOfBias";

const rowHeight = 20;
const margin = 10;
const gap = 14;
const graphWidth = 280;
const symbolWidth = 20;
const nameWidth = 320;
/** From a row's middle to the baseline of its text. */
const toBaseline = 4;

/**
 * A forest plot by the conventions of RevMan: `spec/evidence.md` section 5.
 *
 * @param title the analysis's number and name
 */
export function forestPlot(evidence: ComputedItem, title: string, translate: Translate): Figure {
  const { result, choices, content } = evidence;
  const { measure } = choices.pooling.choice;
  const marks: Mark[] = [];
  const rows = content.rows ?? [];
  const judged = rows.map(({ riskOfBias }) => readJudgements(riskOfBias));
  const domains = [...new Set(judged.flatMap((judgements) => [...judgements.keys()]))];

  // Columns, from left to right.
  const names = [
    translate("Study or subgroup"),
    ...rows.map(({ study }) => study),
    ...(result.subgroups ?? []).map(({ name }) => name),
  ];
  let x = margin;
  const studyX = x;
  x += Math.min(nameWidth, Math.ceil(Math.max(...names.map((name) => textWidth(name, true))))) + gap;
  const columns = dataColumns(evidence, translate).map((column) => {
    const end = x + column.width;
    x = end + gap;
    return { ...column, end };
  });
  const weightTitle = translate("Weight");
  const weightX = x + Math.max(Math.ceil(textWidth(weightTitle, true)), 44);
  const method = methodLine(choices, translate);
  const effects = [method, measureName(measure, translate), ...result.rows.map(effectOf)];
  const effectX = weightX + gap + Math.ceil(Math.max(...effects.map((text) => textWidth(text, true))));
  const graphX = effectX + gap;
  const symbolX = graphX + graphWidth + gap;
  const width = symbolX + domains.length * symbolWidth + margin;

  const pools = [result, ...(result.subgroups ?? [])].flatMap(({ effect }) =>
    effect === null ? [] : [effect],
  );
  const prediction = choices.showPrediction ? (result.effect?.prediction ?? null) : null;
  const axis = axisFor(
    isRatio(measure),
    prediction === null ? pools : [...pools, prediction],
    result.rows.flatMap(({ interval }) => (interval === null ? [] : [interval])),
  );
  const at = (value: number): number => graphX + axis.shareOf(value) * graphWidth;

  let y = margin + rowHeight / 2;
  header();
  const graphTop = y - rowHeight / 2;
  for (const row of result.rows) if (row.subgroup === null) study(row);
  result.subgroups?.forEach((subgroup, index) => {
    subgroupRows(subgroup, index);
  });
  total();
  const graphBottom = y - rowHeight / 2;
  const footerStart = y;
  footers();
  const footersEnd = y;
  y = footerStart;
  drawAxis();
  y = Math.max(y, footersEnd);
  legend();
  return { width, height: y + margin, label: labelOf(), marks };

  /** A text that belongs to no row of the table. */
  function put(
    key: string,
    text: string,
    place: number,
    anchor: "start" | "middle" | "end",
    more: { bold?: boolean; row?: string; part?: string; full?: string } = {},
  ): void {
    const { bold = false, ...cell } = more;
    marks.push({ kind: "text", key, x: place, y: y + toBaseline, text, anchor, bold, ...cell });
  }

  /** A cell of the table: empty ones are marks too, for they can be filled. */
  function cell(
    row: string,
    part: string,
    text: string,
    place: number,
    anchor: "start" | "middle" | "end",
    more: { bold?: boolean; full?: string } = {},
  ): void {
    put(`${row} ${part}`, text, place, anchor, { ...more, row, part });
  }

  function effectOf({ effect, interval }: RowResult): string {
    return effect.kind === "estimable" && interval !== null
      ? effectText(effect.estimate, interval, measure)
      : translate("Not estimable");
  }

  function header(): void {
    for (const arm of ["experimental", "comparator"] as const) {
      const ends = columns.filter((column) => column.arm === arm);
      const [first, last] = [ends[0], ends.at(-1)];
      if (first === undefined || last === undefined) continue;
      const label =
        arm === "experimental"
          ? (content.labels.get("experimental-label")?.value ?? translate("Experimental"))
          : (content.labels.get("comparator-label")?.value ?? translate("Comparator"));
      const middle = (first.end - first.width + last.end) / 2;
      put(`header ${arm}`, label, middle, "middle", { bold: true, row: "arms", part: arm });
    }
    const named = measureName(measure, translate);
    put("header-measure", named, effectX, "end", { bold: true, row: "arms", part: "effect" });
    put("header-graph-measure", named, graphX + graphWidth / 2, "middle", { bold: true });
    if (domains.length > 0)
      put("header-bias", translate("Risk of bias"), symbolX + (domains.length * symbolWidth) / 2, "middle", {
        bold: true,
        row: "arms",
        part: "risk-of-bias",
      });
    y += rowHeight;
    const heading = { bold: true, row: "header" };
    put("header-study", translate("Study or subgroup"), studyX, "start", { ...heading, part: "study" });
    for (const { role, title: name, end } of columns)
      put(`header ${role}`, name, end, "end", { ...heading, part: role });
    put("header-weight", weightTitle, weightX, "end", { ...heading, part: "weight" });
    put("header-method", method, effectX, "end", { ...heading, part: "effect" });
    put("header-graph-method", method, graphX + graphWidth / 2, "middle", { bold: true });
    domains.forEach((domain, index) => {
      const place = symbolX + (index + 0.5) * symbolWidth;
      put(`header ${domain}`, domainLetter(index), place, "middle", { ...heading, part: domain });
    });
    const under = y + rowHeight / 2;
    marks.push({
      kind: "line",
      key: "header-line",
      x1: margin,
      y1: under,
      x2: width - margin,
      y2: under,
      dashed: false,
    });
    y += rowHeight * 1.5;
  }

  function study(row: RowResult): void {
    const key = rows[row.id]?.pointer ?? String(row.id);
    const name = fitted(row.study, nameWidth, true);
    cell(key, "study", name, studyX, "start", name === row.study ? {} : { full: row.study });
    for (const { role, cells, end } of columns) {
      const number = rows[row.id]?.number(role);
      const text = cells[row.id] ?? "";
      const isShort = number !== undefined && String(number) !== text;
      cell(key, role, text, end, "end", isShort ? { full: String(number) } : {});
    }
    if (row.weight !== null) cell(key, "weight", weightText(row.weight), weightX, "end");
    cell(key, "effect", effectOf(row), effectX, "end");
    if (row.effect.kind === "estimable" && row.interval !== null) {
      interval(key, row.interval, false);
      if (isInside(row.effect.estimate))
        marks.push({
          kind: "square",
          key: `${key} square`,
          x: at(row.effect.estimate),
          y,
          side: 2 + 0.16 * (row.weight ?? 0) * 100,
        });
    }
    domains.forEach((domain, index) => {
      const judgement = judged[row.id]?.get(domain);
      if (judgement !== undefined)
        marks.push({
          kind: "judgement",
          key: `${key} ${domain}`,
          x: symbolX + (index + 0.5) * symbolWidth,
          y,
          judgement,
          row: key,
          part: domain,
          text: judgementText(judgement, translate),
        });
    });
    y += rowHeight;
  }

  function isInside(value: number): boolean {
    return value >= axis.low && value <= axis.high;
  }

  /** A line that is cut at the ends of the axis, with an arrow there: never left out. */
  function interval(key: string, { low, high }: Interval, dashed: boolean): void {
    const from = Math.min(Math.max(low, axis.low), axis.high);
    const to = Math.max(Math.min(high, axis.high), axis.low);
    marks.push({ kind: "line", key: `${key} interval`, x1: at(from), y1: y, x2: at(to), y2: y, dashed });
    marks.push(...arrowsOf(key, { low, high }, axis, at, y));
  }

  function subgroupRows(subgroup: SubgroupResult, index: number): void {
    const key = `subgroup ${index}`;
    cell(key, "name", fitted(subgroup.name, nameWidth, true), studyX, "start", { bold: true });
    y += rowHeight;
    for (const row of result.rows) if (row.subgroup === index) study(row);
    if (choices.totals === "no-totals") return;
    pooled(key, translate("Subtotal"), subgroup, subgroup.weight, (row) => row.subgroup === index);
    y += rowHeight;
    pooledFooters(key, subgroup);
    y += rowHeight / 2;
  }

  function total(): void {
    if (choices.totals !== "totals-and-subtotals") return;
    pooled("total", translate("Total"), result, result.effect === null ? null : 1, () => true);
    y += rowHeight;
    if (prediction === null || result.effect === null) return;
    const predicted = { row: "prediction", part: "study" };
    put("prediction-label", translate("Prediction interval"), studyX, "start", predicted);
    put(
      "prediction-effect",
      effectText(result.effect.estimate, prediction, measure).replace(/^\S+ /, ""),
      effectX,
      "end",
      { row: "prediction", part: "effect" },
    );
    interval("prediction", prediction, true);
    y += rowHeight;
  }

  function pooled(
    key: string,
    label: string,
    { effect }: PooledRows,
    weight: number | null,
    belongs: (row: RowResult) => boolean,
  ): void {
    const sums = `${key} sums`;
    put(`${key} label`, label, studyX, "start", { bold: true, row: sums, part: "study" });
    for (const { role, end, isSummed } of columns) {
      if (!isSummed) continue;
      const numbers = result.rows.filter((row) => belongs(row) && !row.excluded);
      const sum = numbers.reduce((all, { id }) => all + (rows[id]?.number(role) ?? 0), 0);
      put(`${key} ${role}`, countText(sum), end, "end", { bold: true, row: sums, part: role });
    }
    if (weight !== null)
      put(`${key} weight`, weightText(weight), weightX, "end", { bold: true, row: sums, part: "weight" });
    const effectCell = { bold: true, row: sums, part: "effect" };
    if (effect === null) {
      put(`${key} effect`, translate("Not estimable"), effectX, "end", effectCell);
      return;
    }
    put(`${key} effect`, effectText(effect.estimate, effect, measure), effectX, "end", effectCell);
    marks.push({
      kind: "diamond",
      key: `${key} diamond`,
      left: at(Math.max(effect.low, axis.low)),
      middle: at(Math.min(Math.max(effect.estimate, axis.low), axis.high)),
      right: at(Math.min(effect.high, axis.high)),
      y,
      height: 12,
    });
    if (key === "total" && isInside(effect.estimate)) {
      const middle = at(effect.estimate);
      marks.push({
        kind: "line",
        key: "total-line",
        x1: middle,
        y1: graphTop,
        x2: middle,
        y2: y,
        dashed: true,
      });
    }
  }

  function pooledFooters(key: string, { effect, heterogeneity }: PooledRows): void {
    const lines = [
      ...(heterogeneity === null ? [] : [translate("Heterogeneity: {0}", heterogeneityLine(heterogeneity))]),
      ...(effect === null ? [] : [translate("Test for overall effect: {0}", testLine(effect))]),
    ];
    lines.forEach((line, index) => {
      put(`${key} footer ${index}`, line, studyX, "start", { row: `${key} footer ${index}`, part: "study" });
      y += rowHeight;
    });
  }

  function footers(): void {
    pooledFooters("total", result);
    if (result.subgroupDifferences === null) return;
    const line = translate("Test for subgroup differences: {0}", differencesLine(result.subgroupDifferences));
    put("differences", line, studyX, "start", { row: "differences", part: "study" });
    y += rowHeight;
  }

  function drawAxis(): void {
    drawScale(axis, graphTop, graphBottom);
    y += rowHeight;
    const left = content.labels.get("favours-left")?.value ?? favours("experimental");
    const right = content.labels.get("favours-right")?.value ?? favours("comparator");
    const middle = graphX + graphWidth / 2;
    put("favours-left", left, middle - gap, "end");
    put("favours-right", right, middle + gap, "start");
    y += rowHeight;
  }

  function favours(arm: "experimental" | "comparator"): string {
    const label = content.labels.get(`${arm}-label`)?.value;
    if (label !== undefined) return translate("Favours {0}", label);
    return arm === "experimental" ? translate("Favours experimental") : translate("Favours comparator");
  }

  function drawScale({ ticks }: Axis, top: number, bottom: number): void {
    const none = at(0);
    marks.push({ kind: "line", key: "no-effect", x1: none, y1: top, x2: none, y2: bottom, dashed: false });
    marks.push({
      kind: "line",
      key: "axis",
      x1: graphX,
      y1: bottom,
      x2: graphX + graphWidth,
      y2: bottom,
      dashed: false,
    });
    for (const { value, label } of ticks) {
      const place = at(value);
      marks.push({
        kind: "line",
        key: `tick ${label}`,
        x1: place,
        y1: bottom,
        x2: place,
        y2: bottom + 4,
        dashed: false,
      });
      put(`tick-label ${label}`, label, place, "middle");
    }
  }

  function legend(): void {
    if (domains.length === 0) return;
    y += rowHeight / 2;
    put("legend", translate("Risk of bias"), studyX, "start", { bold: true });
    y += rowHeight;
    domains.forEach((domain, index) => {
      put(`legend ${domain}`, `(${domainLetter(index)}) ${domainTitle(domain)}`, studyX, "start");
      y += rowHeight;
    });
  }

  function labelOf(): string {
    const effect =
      result.effect === null ? "" : `: ${effectText(result.effect.estimate, result.effect, measure)}`;
    return translate("Forest plot of {0}{1}", title, effect);
  }
}
