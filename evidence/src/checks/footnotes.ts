import type { ItemRow } from "../roles/readRow";
import { readText } from "../choiceValues";

/*
 * Recognises footnotes that explain odd numbers of a row, in the languages of the product: checks skip such rows.
 */

/** Whether a footnote states that a group was divided between several rows. */
export function saysDivided(row: ItemRow): boolean {
  return divided.test(footnoteOf(row));
}

/** Whether a footnote confirms the direction of an effect that differs from the others. */
export function saysDirection(row: ItemRow): boolean {
  return direction.test(footnoteOf(row));
}

const divided =
  /divid|halv|half|split|shar(?:e|ing)|÷|double.?count|number of (?:comparisons|arms)|unit.of.analysis|geteilt|halbiert|aufgeteilt|dividi|repart|mitad/i;
const direction =
  /revers|transpos|swap|exchang|invert|opposite|direction|multipl\w+ by\s+[-−–]\s*1|minus|\bsign\b|umgekehrt|vertauscht|vorzeichen|richtung|invert|dirección|signo/i;

function footnoteOf(row: ItemRow): string {
  return readText(row.said("footnotes")) ?? "";
}
