// Figures small enough for a text or a table: the forest of a hover, the diamonds of a comparison.

import { type EffectMeasure, isRatio } from "../analysis";
import { largestOf } from "../lists";
import type { Interval, PooledEffect } from "../pooling/pool";
import { type TableLine, lineTexts, tableLines } from "../report/tableLines";
import type { Translate } from "../roles/problems";
import { ForestMarks, axisFor } from "./axis";
import type { ComputedItem } from "../evidenceOfItem";
import { type Figure, type Mark, fitted, textWidth } from "./marks";

const rowHeight = 17;
const graphWidth = 180;
const nameWidth = 170;
const gap = 10;

/** The maximum number of rows; the full figure shows all. */
const maxRows = 60;

interface Line {
  readonly key: string;
  readonly name: string;
  readonly effect: string;
  /** Drawn as an interval with a square, which grows with the weight. */
  readonly study?: Interval & { readonly estimate: number; readonly weight: number };
  /** Drawn as a diamond. */
  readonly pool?: PooledEffect;
}

/**
 * A row for each study and each pool, with their names and effects, small enough for a text.
 *
 * @param label the accessible name
 * @param read puts numbers into the user's notation
 */
export function smallForest(
  { result, choices, content }: ComputedItem,
  label: string,
  translate: Translate,
  read: (numbers: string) => string = String,
): Figure {
  const { measure } = choices.pooling.choice;
  const lines = linesOf();
  const axis = axisFor(
    isRatio(measure),
    lines.flatMap(({ pool }) => pool ?? []),
    lines.flatMap(({ study }) => study ?? []),
  );
  const widest = (text: "name" | "effect"): number =>
    largestOf(
      lines.map((line) => textWidth(line[text], line.pool !== undefined)),
      0,
    );
  const graphX = Math.ceil(Math.min(widest("name"), nameWidth)) + gap;
  const effectX = graphX + graphWidth + gap;
  const forest = new ForestMarks(axis, graphX, graphWidth);
  const height = lines.length * rowHeight + 4;
  forest.upright("no-effect", 0, 0, height, true);
  for (const [index, { key, name, effect, study, pool }] of lines.entries()) {
    const bold = pool !== undefined;
    forest.y = (index + 0.5) * rowHeight + 2;
    forest.text(`${key} name`, fitted(name, nameWidth, bold), 0, "start", { bold });
    forest.text(`${key} effect`, effect, effectX, "start", { bold });
    if (pool !== undefined) forest.diamond(key, pool);
    if (study === undefined) continue;
    forest.interval(key, study);
    forest.square(key, study.estimate, 3 + 0.09 * study.weight * 100);
  }
  return { width: Math.ceil(effectX + widest("effect") + gap), height, label, marks: forest.marks };

  /** Formats only the lines that are shown: an analysis may have thousands of studies. */
  function linesOf(): readonly Line[] {
    const all = tableLines({ choices, result });
    const studies = all.filter((line) => line.kind === "study");
    const pools = all.filter((line) => "pool" in line && line.pool.effect !== null);
    if (studies.length + pools.length <= maxRows) return all.flatMap(lineOf);
    const last = pools.slice(-10);
    const shown = studies.slice(0, maxRows - last.length - 1);
    const more = translate("… and {0} more studies", studies.length - shown.length);
    return [...shown.flatMap(lineOf), { key: "more", name: more, effect: "" }, ...last.flatMap(lineOf)];
  }

  /** No line for a subgroup's heading, because its pool has the subgroup's name, and for a pool without an effect. */
  function lineOf(line: TableLine): readonly Line[] {
    const texts = lineTexts(line, measure, translate, read);
    if (texts === null || line.kind === "subgroup") return [];
    const { label: name, effect: text } = texts;
    if (line.kind === "study") {
      const { id, effect, interval, weight } = line.row;
      const key = content.rows?.[id]?.pointer ?? String(id);
      if (effect.kind === "not-estimable" || interval === null) return [{ key, name, effect: text }];
      const study = { ...interval, estimate: effect.estimate, weight: weight ?? 0 };
      return [{ key, name, effect: text, study }];
    }
    const { effect: pool } = line.pool;
    if (pool === null) return [];
    return line.kind === "total"
      ? [{ key: "total", name, effect: text, pool }]
      : [{ key: `subgroup ${line.subgroup}`, name: line.pool.name, effect: text, pool }];
  }
}

/** A pooled effect, on the analysis scale. */
export interface ComparedPool extends Interval {
  readonly estimate: number;
  readonly measure: EffectMeasure;
}

/** The diamonds of an analysis before and after a change, each for a row of a table, and their common axis. */
export interface ComparedPools {
  readonly width: number;
  /** The height of each row. */
  readonly height: number;
  readonly before: readonly Mark[];
  readonly after: readonly Mark[];
  readonly axis: readonly Mark[];
}

const width = 170;
const height = 24;
/** Room for half of a tick's label beyond the end of the axis. */
const margin = 14;

/** Undefined without any pool. Omits the earlier pool if its measure needs another axis than the later one. */
export function comparedPools(
  before: ComparedPool | null,
  after: ComparedPool | null,
): ComparedPools | undefined {
  const shown = after ?? before;
  if (shown === null) return undefined;
  const isOnAxis = ({ measure }: ComparedPool): boolean =>
    measure === shown.measure || (isRatio(measure) && isRatio(shown.measure));
  const pools = [before, after].map((pool) => (pool !== null && isOnAxis(pool) ? pool : null));
  const axis = axisFor(
    isRatio(shown.measure),
    pools.filter((pool) => pool !== null),
    [],
  );
  const marksOf = (draw: (forest: ForestMarks) => void): readonly Mark[] => {
    const forest = new ForestMarks(axis, margin, width - 2 * margin);
    draw(forest);
    return forest.marks;
  };
  const [first = [], second = []] = pools.map((pool) =>
    marksOf((forest) => {
      forest.y = height / 2;
      forest.upright("no-effect", 0, 0, height);
      if (pool !== null) forest.diamond("pool", pool);
    }),
  );
  const ofAxis = marksOf((forest) => {
    forest.y = 13;
    forest.line("axis", margin, width - margin, 0.5);
    forest.ticks(0);
  });
  return { width, height, before: first, after: second, axis: ofAxis };
}
