import type { Place, Step } from "./pieces";

/** The location of a cell in the document's own names; a part is empty if it does not apply. */
export interface PlaceWords {
  /** Number and name: `1.2 Mortality`. */
  readonly analysis: string;
  readonly subgroup: string;
  readonly study: string;
  /** The properties from the outside in: `experimental, events`. */
  readonly cell: string;
}

const listsByName = new Set(["analysis-groups", "analyses", "subgroups", "studies", "data-rows"]);

export function placeWords({ trail }: Place): PlaceWords {
  const element = (what: string) =>
    trail.find(
      (step): step is Extract<Step, { kind: "element" }> => step.kind === "element" && step.what === what,
    );
  const [group, analysis, study] = [element("group"), element("analysis"), element("study")];
  const own = analysis ?? group;
  const numbers = [group, analysis].flatMap((step) => (step === undefined ? [] : [step.number]));
  const last = trail.findLastIndex((step) => step.kind === "element" && step.what !== "other");
  return {
    analysis: own === undefined ? "" : `${numbers.join(".")} ${own.name}`.trim(),
    subgroup: element("subgroup")?.name ?? "",
    study: study === undefined ? "" : `${study.name}${study.number === "" ? "" : ` (${study.number})`}`,
    cell: trail
      .slice(last + 1)
      .map((step) => (step.kind === "property" ? step.name : `${step.number} ${step.name}`.trim()))
      .filter((word) => !listsByName.has(word))
      .join(", "),
  };
}

/** The location in one line, for a report: `1.2 Mortality, Abara 2014, experimental, events`. */
export function placeLine(place: Place): string {
  const { analysis, subgroup, study, cell } = placeWords(place);
  return [analysis, subgroup, study, cell].filter((word) => word !== "").join(", ");
}
