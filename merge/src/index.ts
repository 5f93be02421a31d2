/** Merges versions of a document and compares extractions. The only public entry point of this package. */
export { compareExtractions } from "./compare";
export type { Agreement, Comparison } from "./compare";
export { conflictEffects, conflictEffectsInTurns, poolsText } from "./effects";
export type { ConflictEffect } from "./effects";
export { markedText, sidesOfMarkers } from "./markers";
export type { MarkedSides, Marking } from "./markers";
export { mergeTexts } from "./mergeTexts";
export type { Merged, Texts, Unreadable } from "./mergeTexts";
export { pointerOf, textOfPieces } from "./pieces";
export type { Answer, Change, Conflict, Piece, Place, SideName, Step } from "./pieces";
export { placeLine, placeWords } from "./words";
export type { PlaceWords } from "./words";
export { conflictLine, mergeReport, noteSentences } from "./report";
