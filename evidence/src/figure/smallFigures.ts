// Figures small enough for a text or a table: the forest of a hover, the diamonds of a comparison.

import { type EffectMeasure, isRatio } from "../analysis";
import { largestOf } from "../extremes";
import type { PooledRows, RowResult } from "../pooling/computeAnalysis";
import type { Interval } from "../pooling/pool";
import { tableLines } from "../report/tableLines";
import { effectText, studyLabel } from "../report/words";
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
  readonly bold: boolean;
  readonly effect: string;
  readonly interval: Interval | null;
  /** For a study, drawn as a square by its weight. */
  readonly study: { readonly estimate: number; readonly weight: number } | null;
  /** For a pool: the estimate, where the diamond is highest. */
  readonly pool: number | null;
}

interface Unwritten {
  readonly isPool: boolean;
  readonly write: () => Line;
}

/**
 * A row for each study and each pool, with their names and effects, small enough for a text.
 *
 * @param label the accessible name
 * @param read puts numbers into the reader's notation
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
    lines.flatMap(({ interval, pool }) => (interval === null || pool === null ? [] : [interval])),
    lines.flatMap(({ interval, pool }) => (interval === null || pool !== null ? [] : [interval])),
  );
  const names = largestOf(
    lines.map(({ name, bold }) => textWidth(name, bold)),
    0,
  );
  const graphX = Math.ceil(Math.min(names, nameWidth)) + gap;
  const effectX = graphX + graphWidth + gap;
  const effects = largestOf(
    lines.map(({ effect, bold }) => textWidth(effect, bold)),
    0,
  );
  const forest = new ForestMarks(axis, graphX, graphWidth);
  const height = lines.length * rowHeight + 4;
  forest.upright("no-effect", 0, 0, height, true);
  for (const [index, { key, name, bold, effect, interval, study, pool }] of lines.entries()) {
    forest.y = (index + 0.5) * rowHeight + 2;
    forest.text(`${key} name`, fitted(name, nameWidth, bold), 0, "start", { bold });
    forest.text(`${key} effect`, effect, effectX, "start", { bold });
    if (interval === null) continue;
    if (pool !== null) forest.diamond(key, { ...interval, estimate: pool });
    else forest.interval(key, interval);
    if (study !== null) forest.square(key, study.estimate, 3 + 0.09 * study.weight * 100);
  }
  return { width: Math.ceil(effectX + effects + gap), height, label, marks: forest.marks };

  /** Formats only the lines that are shown: an analysis may have thousands of studies. */
  function linesOf(): readonly Line[] {
    const all = tableLines({ choices, result }).flatMap((line): readonly Unwritten[] => {
      switch (line.kind) {
        case "study":
          return [{ isPool: false, write: () => lineOf(line.row) }];
        case "subgroup":
          return [];
        case "subtotal":
          return pools(`subgroup ${line.subgroup}`, line.pool.name, line.pool);
        case "total":
          return pools("total", translate("Total"), line.pool);
      }
    });
    if (all.length <= maxRows) return all.map((line) => line.write());
    const rows = all.filter(({ isPool }) => !isPool);
    const last = all.filter(({ isPool }) => isPool).slice(-10);
    const shown = rows.slice(0, maxRows - last.length - 1);
    const rest = bare("more", translate("… and {0} more studies", rows.length - shown.length));
    return [...shown.map((line) => line.write()), rest, ...last.map((line) => line.write())];
  }

  function lineOf(row: RowResult): Line {
    const { id, study, effect, interval, weight, excluded } = row;
    const key = content.rows?.[id]?.pointer ?? String(id);
    const name = studyLabel({ study, excluded });
    if (effect.kind === "not-estimable" || interval === null)
      return { ...bare(key, name), effect: translate("Not estimable") };
    const written = read(effectText(effect.estimate, interval, measure));
    const square = { estimate: effect.estimate, weight: weight ?? 0 };
    return { ...bare(key, name), effect: written, interval, study: square };
  }

  function pools(key: string, name: string, { effect }: PooledRows): readonly Unwritten[] {
    if (effect === null) return [];
    const write = (): Line => {
      const written = read(effectText(effect.estimate, effect, measure));
      return { ...bare(key, name), bold: true, effect: written, interval: effect, pool: effect.estimate };
    };
    return [{ isPool: true, write }];
  }
}

function bare(key: string, name: string): Line {
  return { key, name, bold: false, effect: "", interval: null, study: null, pool: null };
}

/** A pooled effect, on the analysis scale. */
export interface ComparedPool extends Interval {
  readonly estimate: number;
  readonly measure: EffectMeasure;
}

/** The diamonds of an analysis before and after a change, each for a row of a table, and their common axis. */
export interface ComparedPools {
  readonly width: number;
  /** Of each row. */
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
  const at = (value: number): number =>
    margin + Math.min(1, Math.max(0, axis.shareOf(value))) * (width - 2 * margin);
  const upright = (key: string, value: number, y2: number): Mark => {
    const x = at(value);
    return { kind: "line", key, x1: x, y1: 0, x2: x, y2, dashed: false };
  };
  const [first, second] = pools.map((pool): readonly Mark[] => {
    const none = upright("no-effect", 0, height);
    if (pool === null) return [none];
    const [left, middle, right] = [at(pool.low), at(pool.estimate), at(pool.high)];
    return [none, { kind: "diamond", key: "diamond", left, middle, right, y: height / 2, height: 12 }];
  });
  const line: Mark = {
    kind: "line",
    key: "axis",
    x1: margin,
    y1: 0.5,
    x2: width - margin,
    y2: 0.5,
    dashed: false,
  };
  const ticks = axis.ticks.flatMap(({ value, label }): readonly Mark[] => [
    upright(`tick ${label}`, value, 4),
    {
      kind: "text",
      key: `tick-label ${label}`,
      x: at(value),
      y: 17,
      text: label,
      anchor: "middle",
      bold: false,
    },
  ]);
  return { width, height, before: first ?? [], after: second ?? [], axis: [line, ...ticks] };
}
