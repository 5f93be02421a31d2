import {
  evidenceViewRequest,
  tableEditRequest,
  tablePlacesRequest,
} from "../../../protocol/src/evidencePanel";
import { evidenceView, roleBinding, tableEdits, tablePlaces } from "../languageService";
import type { Feature } from "./feature";
import { onMessage } from "./feature";

/** What a panel that shows the evidence of an analysis asks. */
export const evidencePanelFeatures: readonly Feature[] = [
  onMessage(evidenceViewRequest, {
    needs: "schemas",
    nothing: null,
    answer: ({ document, schemas, settings, params }) =>
      evidenceView(document, roleBinding(schemas, settings.evidence), params),
  }),
  onMessage(tableEditRequest, {
    needs: "schemas",
    nothing: null,
    answer: ({ document, schemas, settings, params: { analysis, change } }) =>
      tableEdits(document, roleBinding(schemas, settings.evidence), analysis, change),
  }),
  onMessage(tablePlacesRequest, {
    needs: "schemas",
    nothing: null,
    answer: ({ document, schemas, settings, params }) =>
      tablePlaces(document, roleBinding(schemas, settings.evidence), params),
  }),
];
