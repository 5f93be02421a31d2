/** Merges versions of a document and compares extractions. The only public entry point of this package. */
export { compareExtractions } from "./mergeTexts";
export type { Agreement, Comparison } from "./mergeTexts";
export { conflictEffects, poolsText } from "./effects";
export { markedText, sidesOfMarkers } from "./markers";
export { mergeTexts } from "./mergeTexts";
export type { Merged, Texts, Unreadable } from "./mergeTexts";
export { textOfPieces } from "./pieces";
export type { Answer, Conflict, SideName } from "./pieces";
export { placeLine, placeWords } from "./pieces";
export { conflictLine, mergeReport, noteSentences } from "./report";
