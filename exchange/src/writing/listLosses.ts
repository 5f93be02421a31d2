import { needsLogging } from "../model/contrast";
import type { Losses } from "../model/report";
import type { Analysis } from "../model/review";

/**
 * Reports that estimates were converted to logarithms, or got standard errors, because the format supports nothing
 * else.
 */
export function reportConvertedEstimates(analysis: Analysis, key: string, losses: Losses): void {
  if (!needsLogging(analysis)) return;
  const { translate } = losses;
  const message = translate(
    "Estimates became logarithms or got standard errors, from their intervals or variances.",
  );
  losses.add("changed", "setting-not-kept", { analysis: key, place: analysis.place }, message);
}

/** Lists the data that RevMan's forms cannot represent. */
export function listRevmanLosses(analysis: Analysis, key: string, losses: Losses): void {
  reportConvertedEstimates(analysis, key, losses);
  if (!analysis.rows.some(({ excluded }) => excluded)) return;
  const { translate } = losses;
  const message = translate(
    "Studies that are left out of the pool count in RevMan: its files cannot say it.",
  );
  losses.add("lost", "row-outside-total", { analysis: key, place: analysis.place }, message);
}
