import type { Yielding } from "@analyses/json";
import type { Losses } from "../model/report";
import type { Group, Review } from "../model/review";
import { type NamedJudgement, judgementsByStudy, judgedAs } from "../reading/riskOfBias";
import { textCell } from "../reading/cells";
import { Refused } from "../reading/limits";
import { type Rm5Study, numberOf, readOutcome } from "./outcomes";
import { type Element, childOf, elementsIn, hasTrackedChanges, readXml, textOf } from "../reading/xml";

/**
 * Reads a review of RevMan 5: `spec/exchange.md` section 4.
 *
 * @throws Refused for another kind of XML, a diagnostic review, or another program's dialect
 */
export function* readRm5(text: string, file: string, losses: Losses): Yielding<Review> {
  const { translate } = losses;
  const studies = new Map<string, Rm5Study>();
  const items: Element[] = [];
  const comparisons: Element[] = [];
  yield* readXml(text, file, losses, {
    start(element, around) {
      const { name, attributes } = element;
      const isRoot = around.length === 0;
      if (isRoot && name !== "COCHRANE_REVIEW")
        throw new Refused(
          translate("{0} is XML, but no review of RevMan 5: it begins with {1}.", file, name),
        );
      if ((isRoot && attributes.get("TYPE")?.startsWith("DIAGNOSTIC") === true) || name === "TESTS")
        throw new Refused(translate("{0} is a review of diagnostic accuracy, which is not read.", file));
      if (name === "COMPARISON") return around.at(-1) === "ANALYSES_AND_DATA";
      return name === "STUDY" || name === "QUALITY_ITEM";
    },
    end(element) {
      const { name, attributes } = element;
      if (name === "STUDY") {
        const id = attributes.get("ID");
        if (id !== undefined)
          studies.set(id, { name: attributes.get("NAME") ?? "", year: attributes.get("YEAR") ?? "" });
      } else if (name === "QUALITY_ITEM") items.push(element);
      else comparisons.push(element);
    },
  });
  const judgements = judgementsByStudy(
    items.flatMap((item) => judgementsOf(item, studies)),
    losses,
  );
  const groups: Group[] = [];
  for (const comparison of comparisons) {
    const number = numberOf(comparison, groups.length + 1);
    const name = textOf(childOf(comparison, "NAME"));
    const analyses = elementsIn(comparison)
      .filter((child) => child.name !== "NAME")
      .flatMap((child, at) =>
        readOutcome(child, { group: number, next: at + 1, studies, judgements, losses }),
      );
    groups.push({ number, name: textCell(name, comparison.place), analyses });
    yield 0;
  }
  if (comparisons.some(hasTrackedChanges))
    losses
      .item("note", "tracked-changes")
      .translate("Changes in names were tracked: they were taken as accepted.");
  losses
    .item("note", "outside-analyses")
    .translate(
      "Text, references, tables and figures of the review, and reasons of judgements, are not read.",
    );
  return {
    source: "rm5",
    groups,
    riskOfBiasMethod: judgements.size > 0 ? 1 : null,
    isHtml: false,
  };
}

/** Reads the judgements of one domain, each possibly for a group of outcomes. */
function judgementsOf(item: Element, studies: ReadonlyMap<string, Rm5Study>): readonly NamedJudgement[] {
  const domain = textOf(childOf(item, "NAME"));
  return elementsIn(item, "QUALITY_ITEM_DATA").flatMap((data) =>
    elementsIn(data, "QUALITY_ITEM_DATA_ENTRY").flatMap(({ attributes, place }) => {
      const judged = judgedAs(attributes.get("RESULT") ?? "", 1);
      const study = studies.get(attributes.get("STUDY_ID") ?? "")?.name;
      return judged === undefined || study === undefined
        ? []
        : [{ study, domain, judged, support: null, place }];
    }),
  );
}
