import { evidenceExportRequest } from "../../../protocol/src/evidenceExport";
import {
  evidenceViewRequest,
  tableEditRequest,
  tablePlacesRequest,
} from "../../../protocol/src/evidencePanel";
import {
  evidenceExport,
  evidenceView,
  loadFigures,
  roleBinding,
  tableEdits,
  tablePlaces,
} from "../languageService";
import type { Feature } from "./feature";
import { onMessage } from "./feature";

/** What a panel that shows the evidence of an analysis asks. */
export const evidencePanelFeatures: readonly Feature[] = [
  onMessage(evidenceViewRequest, {
    needs: "schemas",
    nothing: null,
    answer: async ({ document, schemas, settings, params }) =>
      evidenceView(document, roleBinding(schemas, settings.evidence), params, await loadFigures()),
  }),
  onMessage(evidenceExportRequest, {
    needs: "schemas",
    nothing: null,
    answer: async ({ document, schemas, settings, params }) =>
      evidenceExport(document, roleBinding(schemas, settings.evidence), params, await loadFigures()),
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
