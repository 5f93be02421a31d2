import { htmlText } from "@analyses/evidence";
import type { Losses } from "../model/report";
import type { Cell, Place } from "../model/review";

/** Converts RevMan's HTML to plain text, and reports dropped formatting in a note. */
export function htmlCell(text: string, place: Place, losses: Losses): Cell<string> {
  const value = htmlText(text);
  if (/<\/?[a-z][^<>]*>/i.test(text)) {
    const { translate } = losses;
    const message = translate("Names or footnotes are formatted: they became plain text.");
    losses.addOnce("note", "text-decoded", { place }, message);
  }
  return { value, text, place };
}
