import { isRatio } from "../analysis";
import { largestOf } from "../lists";
import type { PooledRows, RowResult } from "../pooling/computeAnalysis";
import {
  differencesLine,
  effectText,
  heterogeneityLine,
  measureName,
  methodLine,
  rowEffectText,
  studyLabel,
  testLine,
  weightText,
} from "../report/words";
import { type PoolLine, type TableLine, tableLines } from "../report/tableLines";
import type { ComputedItem, FaultyRows } from "../evidenceOfItem";
import { type Translate, problemInShort } from "../roles/problems";
import {
  ForestMarks,
  asDrawn,
  axisFor,
  gap,
  graphWidth,
  margin,
  nameWidth,
  rowHeight,
  showsDifferences,
  showsRiskOfBias,
} from "./axis";
import { dataColumns, sumOf, writtenIn, footnoteColumn } from "./dataTable";
import { type Figure, fitted, textWidth } from "./marks";
import { domainLetter, domainTitle, judgementText, readJudgements } from "../judgements";

const symbolWidth = 20;

/** The maximum width of an arm's label, in pixels. */
const maxLabelWidth = 180;

/**
 * A forest plot by the conventions of RevMan: `spec/evidence.md` section 5.
 *
 * @param title the analysis's number and name
 * @param longestName the maximum width of names in pixels; longer ones are cut
 * @param faulty for an item without a pool: the rows that cannot be computed, which show their problems
 */
export function forestPlot(
  evidence: ComputedItem,
  title: string,
  translate: Translate,
  longestName = nameWidth,
  faulty?: FaultyRows,
): Figure {
  const { result, choices, content } = evidence;
  const { measure } = choices.pooling.choice;
  const rows = content.rows ?? [];
  const judged = showsRiskOfBias(content)
    ? rows.map((row) => readJudgements(row.stated("risk-of-bias")))
    : [];
  const found = new Set<string>();
  for (const judgements of judged) for (const domain of judgements.keys()) found.add(domain);
  const domains = [...found];

  // Columns, from left to right.
  const names = [
    translate("Study or subgroup"),
    ...result.rows.map(studyLabel),
    ...(result.subgroups ?? []).map(({ name }) => name),
  ];
  let x = margin;
  const studyX = x;
  x += Math.min(longestName, Math.ceil(largestOf(names.map((name) => textWidth(name, true))))) + gap;
  const data = dataColumns(evidence, translate);
  const labels = {
    experimental: content.labels.get("experimental-label")?.value ?? translate("Experimental"),
    comparator: content.labels.get("comparator-label")?.value ?? translate("Comparator"),
  };
  const columns = data.map((column, index) => {
    const { arm, width } = column;
    // Centre an arm's columns below its label.
    const room = arm === null ? 0 : roomNextTo(arm);
    if (data[index - 1]?.arm !== arm) x += Math.floor(room / 2);
    const end = x + width;
    x = end + gap;
    if (data[index + 1]?.arm !== arm) x += Math.ceil(room / 2);
    return { ...column, end };
  });
  const weightTitle = translate("Weight");
  const weightX = x + Math.max(Math.ceil(textWidth(weightTitle, true)), 44);
  const method = methodLine(choices, translate);
  const effectTexts = new Map(result.rows.map((row) => [row, effectOf(row)]));
  const effects = [method, measureName(measure, translate), ...effectTexts.values()];
  const effectX = weightX + gap + Math.ceil(largestOf(effects.map((text) => textWidth(text, true))));
  const graphX = effectX + gap;
  const symbolX = graphX + graphWidth + gap;
  const endOfSymbols = symbolX + domains.length * symbolWidth;
  const notes = footnoteColumn(content, endOfSymbols, translate);
  const favoursLeft = content.labels.get("favours-left")?.value ?? favours("experimental");
  const favoursRight = content.labels.get("favours-right")?.value ?? favours("comparator");
  const graphMiddle = graphX + graphWidth / 2;
  const width = Math.ceil(Math.max(notes.right, graphMiddle + gap + textWidth(favoursRight)) + margin);

  const pools = [result, ...(result.subgroups ?? [])].flatMap(({ effect }) =>
    effect === null ? [] : [effect],
  );
  const prediction = choices.showPrediction ? (result.effect?.prediction ?? null) : null;
  const axis = axisFor(
    isRatio(measure),
    prediction === null ? pools : [...pools, prediction],
    result.rows.flatMap(({ interval }) => (interval === null ? [] : [interval])),
    content,
  );
  const forest = new ForestMarks(axis, graphX);
  const { marks } = forest;

  header();
  const graphTop = forest.y - rowHeight / 2;
  for (const line of tableLines(evidence)) tableLine(line);
  const graphBottom = forest.y - rowHeight / 2;
  const lines = footerLines();
  const axisLeft = Math.min(graphX, graphMiddle - gap - textWidth(favoursLeft)) - gap;
  const isNextToAxis = lines.every(([, line]) => studyX + textWidth(line) <= axisLeft);
  const axisTop = forest.y;
  drawAxis();
  const axisBottom = forest.y;
  if (isNextToAxis) forest.y = axisTop;
  footers(lines);
  forest.y = Math.max(forest.y, axisBottom);
  legend();
  return { width, height: forest.y + margin, label: labelOf(), marks };

  /** Adds a cell of the table; empty cells are marks too, as the user can fill them. */
  function cell(
    row: string,
    part: string,
    text: string,
    place: number,
    anchor: "start" | "middle" | "end",
    more: { bold?: boolean; full?: string } = {},
  ): void {
    forest.text(`${row} ${part}`, text, place, anchor, { ...more, row, part });
  }

  function effectOf(row: RowResult): string {
    const problem = faulty?.get(row.id);
    if (problem !== undefined) return problemInShort(problem, translate);
    return rowEffectText(row, measure, translate);
  }

  /** The width that an arm's label needs beyond its columns and the gap after them. */
  function roomNextTo(arm: "experimental" | "comparator"): number {
    const widths = data.flatMap((column) => (column.arm === arm ? [column.width + gap] : []));
    const own = widths.reduce((sum, width) => sum + width, 0);
    const label = Math.min(Math.ceil(textWidth(labels[arm], true)), maxLabelWidth);
    return label <= own ? 0 : label + gap - own;
  }

  function header(): void {
    for (const arm of ["experimental", "comparator"] as const) {
      const ends = columns.filter((column) => column.arm === arm);
      const [first, last] = [ends[0], ends.at(-1)];
      if (first === undefined || last === undefined) continue;
      const full = labels[arm];
      const label = fitted(full, maxLabelWidth, true);
      const middle = (first.end - first.width + last.end) / 2;
      const whole = label === full ? {} : { full };
      forest.text(`header ${arm}`, label, middle, "middle", { bold: true, row: "arms", part: arm, ...whole });
    }
    const named = measureName(measure, translate);
    forest.text("header-measure", named, effectX, "end", { bold: true, row: "arms", part: "effect" });
    forest.text("header-graph-measure", named, graphMiddle, "middle", { bold: true });
    if (domains.length > 0)
      forest.text(
        "header-bias",
        translate("Risk of bias"),
        symbolX + (domains.length * symbolWidth) / 2,
        "middle",
        {
          bold: true,
          row: "arms",
          part: "risk-of-bias",
        },
      );
    forest.y += rowHeight;
    const heading = { bold: true, row: "header" };
    forest.text("header-study", translate("Study or subgroup"), studyX, "start", {
      ...heading,
      part: "study",
    });
    for (const { role, title: name, end } of columns)
      forest.text(`header ${role}`, name, end, "end", { ...heading, part: role });
    forest.text("header-weight", weightTitle, weightX, "end", { ...heading, part: "weight" });
    forest.text("header-method", method, effectX, "end", { ...heading, part: "effect" });
    forest.text("header-graph-method", method, graphMiddle, "middle", { bold: true });
    domains.forEach((domain, index) => {
      const place = symbolX + (index + 0.5) * symbolWidth;
      const label = { full: domainTitle(domain), part: domain };
      forest.text(`header ${domain}`, domainLetter(index), place, "middle", { ...heading, ...label });
    });
    const ofNotes = { ...heading, part: "footnotes" };
    if (notes.title !== null) forest.text("header-footnotes", notes.title, notes.left, "start", ofNotes);
    forest.line("header-line", margin, width - margin, forest.y + rowHeight / 2);
    forest.y += rowHeight * 1.5;
  }

  function study(row: RowResult): void {
    const { weight } = row;
    const key = rows[row.id]?.pointer ?? String(row.id);
    const item = rows[row.id];
    const full = item === undefined || item.name === null ? "" : item.study;
    const problem = faulty?.get(row.id);
    const isLeftOut = row.excluded && problem === undefined;
    const name = fitted(studyLabel({ study: full, excluded: isLeftOut }), longestName, true);
    cell(key, "study", name, studyX, "start", name === full ? {} : { full });
    for (const { role, cells, end } of columns) {
      const written = item === undefined ? "" : writtenIn(item, role);
      const text = cells[row.id] ?? "";
      cell(key, role, text, end, "end", written === text ? {} : { full: written });
    }
    if (weight !== null) cell(key, "weight", weightText(weight), weightX, "end");
    const label = problem === undefined ? {} : { full: problem.sentence(translate) };
    cell(key, "effect", effectTexts.get(row) ?? "", effectX, "end", label);
    if (row.effect.kind === "estimable" && row.interval !== null) {
      forest.interval(key, row.interval);
      forest.square(key, row.effect.estimate, asDrawn(2 + 0.16 * (weight ?? 0) * 100));
    }
    const note = notes.cells[row.id];
    if (note !== undefined) cell(key, note.part, note.text, notes.left, "start", note);
    domains.forEach((domain, index) => {
      const judgement = judged[row.id]?.get(domain);
      if (judgement !== undefined)
        marks.push({
          kind: "judgement",
          key: `${key} ${domain}`,
          x: symbolX + (index + 0.5) * symbolWidth,
          y: forest.y,
          judgement,
          row: key,
          part: domain,
          text: judgementText(judgement, translate),
        });
    });
    forest.y += rowHeight;
  }

  function tableLine(line: TableLine): void {
    switch (line.kind) {
      case "study":
        study(line.row);
        return;
      case "subgroup": {
        // A subgroup's name may extend over the columns of numbers, as its line has none.
        const room = Math.max(longestName, (columns.at(-1)?.end ?? studyX) - studyX);
        const name = fitted(line.name, room, true);
        const full = name === line.name ? {} : { full: line.name };
        cell(`subgroup ${line.subgroup}`, "name", name, studyX, "start", { bold: true, ...full });
        forest.y += rowHeight;
        return;
      }
      case "subtotal": {
        const key = `subgroup ${line.subgroup}`;
        pooled(key, translate("Subtotal"), line);
        forest.y += rowHeight;
        footers(pooledLines(key, line.pool));
        forest.y += rowHeight / 2;
        return;
      }
      case "total":
        pooled("total", translate("Total"), line);
        forest.y += rowHeight;
        predicted();
    }
  }

  function predicted(): void {
    if (prediction === null || result.effect === null) return;
    forest.text("prediction-label", translate("Prediction interval"), studyX, "start", {
      row: "prediction",
      part: "study",
    });
    forest.text(
      "prediction-effect",
      effectText(result.effect.estimate, prediction, measure).replace(/^\S+ /, ""),
      effectX,
      "end",
      { row: "prediction", part: "effect" },
    );
    forest.interval("prediction", prediction, true);
    forest.y += rowHeight;
  }

  function pooled(key: string, label: string, { pool: { effect }, weight, subgroup }: PoolLine): void {
    const sums = `${key} sums`;
    forest.text(`${key} label`, label, studyX, "start", { bold: true, row: sums, part: "study" });
    for (const { role, end, isSummed } of columns) {
      if (!isSummed || faulty !== undefined) continue;
      const sum = sumOf(evidence, role, subgroup);
      forest.text(`${key} ${role}`, sum, end, "end", { bold: true, row: sums, part: role });
    }
    if (weight !== null)
      forest.text(`${key} weight`, weightText(weight), weightX, "end", {
        bold: true,
        row: sums,
        part: "weight",
      });
    const effectCell = { bold: true, row: sums, part: "effect" };
    if (effect === null) {
      const nothing = faulty === undefined ? translate("Not estimable") : translate("Not shown");
      forest.text(`${key} effect`, nothing, effectX, "end", effectCell);
      return;
    }
    forest.text(`${key} effect`, effectText(effect.estimate, effect, measure), effectX, "end", effectCell);
    forest.diamond(key, effect);
    if (key === "total" && forest.isInside(effect.estimate))
      forest.upright("total-line", effect.estimate, graphTop, forest.y, true);
  }

  /** The lines below a pooled result, each after the name of its row in the table. */
  function pooledLines(key: string, { effect, heterogeneity }: PooledRows): (readonly [string, string])[] {
    const lines = [
      ...(heterogeneity === null ? [] : [translate("Heterogeneity: {0}", heterogeneityLine(heterogeneity))]),
      ...(effect === null ? [] : [translate("Test for overall effect: {0}", testLine(effect))]),
    ];
    return lines.map((line, index) => [`${key} footer ${index}`, line]);
  }

  function footerLines(): readonly (readonly [string, string])[] {
    const lines = pooledLines("total", result);
    if (result.subgroupDifferences === null || !showsDifferences(content)) return lines;
    const test = differencesLine(result.subgroupDifferences);
    return [...lines, ["differences", translate("Test for subgroup differences: {0}", test)]];
  }

  function footers(lines: readonly (readonly [string, string])[]): void {
    for (const [row, line] of lines) {
      forest.text(row, line, studyX, "start", { row, part: "study" });
      forest.y += rowHeight;
    }
  }

  function drawAxis(): void {
    forest.scale(graphTop, graphBottom);
    forest.y += rowHeight;
    forest.text("favours-left", favoursLeft, graphMiddle - gap, "end");
    forest.text("favours-right", favoursRight, graphMiddle + gap, "start");
    forest.y += rowHeight;
  }

  function favours(arm: "experimental" | "comparator"): string {
    const label = content.labels.get(`${arm}-label`)?.value;
    if (label !== undefined) return translate("Favours {0}", label);
    return arm === "experimental" ? translate("Favours experimental") : translate("Favours comparator");
  }

  function legend(): void {
    if (domains.length === 0) return;
    forest.y += rowHeight / 2;
    forest.text("legend", translate("Risk of bias"), studyX, "start", { bold: true });
    forest.y += rowHeight;
    domains.forEach((domain, index) => {
      forest.text(`legend ${domain}`, `(${domainLetter(index)}) ${domainTitle(domain)}`, studyX, "start");
      forest.y += rowHeight;
    });
  }

  function labelOf(): string {
    const effect =
      result.effect === null ? "" : `: ${effectText(result.effect.estimate, result.effect, measure)}`;
    return translate("Forest plot of {0}{1}", title, effect);
  }
}
