import { needsLogging } from "../model/contrast";
import type { Losses } from "../model/report";
import type { Analysis } from "../model/review";

/** Lists estimates converted to logarithms with standard errors, for a format that supports nothing else. */
export function listContrasts(analysis: Analysis, key: string, losses: Losses): void {
  if (!needsLogging(analysis)) return;
  const { translate } = losses;
  const message = translate(
    "Estimates became logarithms or got standard errors, from their intervals or variances.",
  );
  losses.add("changed", "setting-not-kept", { analysis: key, place: analysis.place }, message);
}

/** Lists the data that RevMan's forms cannot represent. */
export function listRevmanLosses(analysis: Analysis, key: string, losses: Losses): void {
  listContrasts(analysis, key, losses);
  if (!analysis.rows.some(({ excluded }) => excluded)) return;
  const { translate } = losses;
  const message = translate(
    "Studies that are left out of the pool count in RevMan: its files cannot say it.",
  );
  losses.add("lost", "row-outside-total", { analysis: key, place: analysis.place }, message);
}
