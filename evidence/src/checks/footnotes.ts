import type { ItemRow } from "../roles/readRow";
import { readText } from "../choiceValues";

/*
 * What authors write under a row when they know why its numbers look odd: then nothing is found there. In the languages of
 * the product.
 */

/** That a group which stands in several rows was divided between them. */
export function saysDivided(row: ItemRow): boolean {
  return divided.test(footnoteOf(row));
}

/** That the direction of an effect is as it should be, although it is another than that of the others. */
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
