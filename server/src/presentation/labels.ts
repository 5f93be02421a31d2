import type { AnalysesDocument } from "../document/analysesDocument";
import type { GroupPlace } from "../document/groups";
import { isGroupNode } from "../document/groups";
import type { PlacedElement } from "../document/places";
import { elementsOf } from "../document/places";
import type { JsonValue } from "../document/valueOf";
import { valueOf } from "../document/valueOf";
import type { Placed } from "../syntax/nodes";
import { NoteKey, remember } from "../syntax/remember";
import { isJsonObject } from "../document/json";
import { translate } from "../localisation/translate";

/** What an author calls a group or an analysis: "2 Drug versus placebo", "2.1 Mortality". */
export interface Label {
  /** "2", "2.1". */
  readonly number: string;
  /** The author's name for it, or what it is where it has none. */
  readonly name: string;
}

export function labelText({ number, name }: Label): string {
  return `${number} ${name}`;
}

export function groupLabel({ number, name, index, place: { node } }: GroupPlace): Label {
  const make = () => nonEmpty(name) ?? translate("Analysis group without a name");
  return {
    number: String(number ?? index + 1),
    name: isGroupNode(node) ? remember(groupNameKey, node, make) : make(),
  };
}

/** @param index of the analysis in its group, from 0 */
export function analysisLabel(
  document: AnalysesDocument,
  group: GroupPlace,
  analysis: Placed,
  index: number,
): Label {
  const own = ownLabel(document, analysis);
  const groupNumber = groupLabel(group).number;
  const number = own.number ?? String(index + 1);
  return {
    number: number.startsWith(`${groupNumber}.`) ? number : `${groupNumber}.${number}`,
    name: own.name ?? translate("Analysis without a name"),
  };
}

/** What an analysis says about itself. */
interface OwnLabel {
  readonly number: string | undefined;
  readonly name: string | undefined;
}

const groupNameKey = new NoteKey<string>();
const labelKey = new NoteKey<OwnLabel>();

/** Properties by which item schemas name an analysis; their structure is not prescribed. */
const nameProperties = ["name", "title", "label", "outcome"];

function ownLabel(document: AnalysesDocument, analysis: Placed): OwnLabel {
  const { node } = analysis;
  const make = (): OwnLabel => readOwnLabel(valueOf(document, analysis));
  return node.kind === "sealed" || node.kind === "object" ? remember(labelKey, node, make) : make();
}

function readOwnLabel(value: JsonValue | undefined): OwnLabel {
  if (!isJsonObject(value)) return { number: undefined, name: undefined };
  const { number } = value;
  return {
    number: typeof number === "number" || typeof number === "string" ? nonEmpty(String(number)) : undefined,
    name: nameProperties.map((property) => nameIn(value[property])).find((name) => name !== undefined),
  };
}

function nameIn(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return nonEmpty(value);
  return isJsonObject(value)
    ? nameProperties.map((property) => value[property]).find((name) => typeof name === "string")
    : undefined;
}

function nonEmpty(name: string | undefined): string | undefined {
  const oneLine = name?.replace(/\s+/g, " ").trim();
  return oneLine === "" ? undefined : oneLine;
}

/** The analyses of a group in the order of the text; none where `analyses` is not an array. */
export function analysesOf({ analyses }: GroupPlace): Iterable<PlacedElement> {
  return analyses === undefined ? [] : elementsOf(analyses);
}
