import { evidenceCodes } from "../../../protocol/src/diagnosticCodes";
import { defaultAnalysesSettings } from "../../../protocol/src/settings";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { DocumentChange } from "../../../json/src";
import { updateDocument } from "../document/analysesDocument";
import type { SchemaContext } from "../schema/schemaContext";
import type { Finding } from "./finding";
import type { Yielding } from "../document/yielding";
import type { ValidationSettings } from "./check";
import { validateDocument } from "./validateDocument";

/** Nothing but what the schemas say. */
const bySchemas = {
  severity: Object.fromEntries(evidenceCodes.map((code) => [code, "off"])),
  references: { check: false },
  evidence: defaultAnalysesSettings.evidence,
} as const;

/**
 * The errors that changes would bring into a document, as sentences: what it would have and has not now.
 * Whatever the user makes of a finding's severity, an error here is what the schemas forbid. While the text is
 * not JSON, as when the value is missing that a change brings, much of it may be read in another way after the
 * change: what counts then is what the schemas say at the very places of the changes.
 *
 * @param changes applied in order, each by the positions of the text that the one before left
 * @returns undefined when it was cancelled
 */
export async function problemsAfter(
  document: AnalysesDocument,
  changes: readonly DocumentChange[],
  schemas: SchemaContext,
  { maxProblems }: Pick<ValidationSettings, "maxProblems">,
  yielding: Yielding,
): Promise<readonly string[] | undefined> {
  const settings: ValidationSettings = { ...bySchemas, maxProblems };
  const before = await validateDocument(document, schemas, settings, yielding);
  if (before === undefined) return undefined;
  // Of more problems than are shown, it is unknown which are new.
  if (before.at(-1)?.data.kind === "more") return [];
  const changed = updateDocument(document, changes, document.version);
  const after = await validateDocument(changed, schemas, settings, yielding);
  if (after === undefined) return undefined;
  const isJson = !before.some(({ code }) => code === "syntax");
  const found = isJson
    ? newErrors(before, after)
    : newErrorsAt(changedPlaces(document, changes), before, after);
  return found.map(({ message }) => message);
}

function newErrors(before: readonly Finding[], after: readonly Finding[]): readonly Finding[] {
  const known = new Map<string, number>();
  for (const finding of before) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1);
  return after.filter((finding) => {
    const count = known.get(keyOf(finding)) ?? 0;
    known.set(keyOf(finding), count - 1);
    return count <= 0 && finding.severity === "error";
  });
}

/** Of findings that say the same, those elsewhere are the ones that were there before. */
function newErrorsAt(
  places: readonly Place[],
  before: readonly Finding[],
  after: readonly Finding[],
): readonly Finding[] {
  const isAtChange = ({ start, end, data }: Finding) =>
    places.some(
      (place) =>
        (place.start < end && start < place.end) ||
        // What an object lacks is reported at its key.
        ("object" in data && place.start <= data.object && data.object < place.end),
    );
  const there = after.filter(isAtChange);
  const elsewhere = after.filter((finding) => !isAtChange(finding));
  return newErrors(before, [...elsewhere, ...there]).filter(
    (finding) => isAtChange(finding) && finding.code !== "syntax",
  );
}

/** Offsets in the text after changes. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where the texts of changes stand when all of them are made. */
function changedPlaces(document: AnalysesDocument, changes: readonly DocumentChange[]): readonly Place[] {
  let { text } = document;
  let places: readonly Place[] = [];
  for (const { range, text: newText } of changes) {
    const start = range === undefined ? 0 : text.offsetAt(range.start);
    const end = range === undefined ? text.length : Math.max(start, text.offsetAt(range.end));
    const by = newText.length - (end - start);
    text = text.replace(start, end, newText);
    places = [
      ...places.map((place) =>
        place.start < start ? place : { start: place.start + by, end: place.end + by },
      ),
      { start, end: start + newText.length },
    ];
  }
  return places;
}

/** What a finding says, wherever it stands: changes move it. */
function keyOf({ code, message }: Finding): string {
  return JSON.stringify([code, message]);
}
