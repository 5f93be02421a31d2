import type { EffectMeasure } from "../analysis";
import { isRatio } from "../analysis";
import type { Interval } from "../pooling/pool";
import { axisFor } from "./axis";
import type { Mark } from "./marks";

/** A pooled effect, on the analysis scale. */
export interface ComparedPool extends Interval {
  readonly estimate: number;
  readonly measure: EffectMeasure;
}

/** The diamonds of an analysis as it was and as it is, for a row of a table each, and the axis that both stand on. */
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
/** Half of a tick's label goes over the end of the axis. */
const margin = 14;

/** Undefined where neither has a pool. A pool whose measure has another axis than the later one is left out. */
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
