import { runYielding } from "@analyses/json";
import {
  evidenceExportRequest,
  evidenceOverviewRequest,
  evidenceViewRequest,
  tableEditRequest,
  tablePlacesRequest,
  pasteStudiesRequest,
} from "@analyses/protocol/evidencePanel";
import {
  type EvidenceParams,
  evidenceRequest,
  evidenceRolesRequest,
  evidenceComparisonRequest,
} from "@analyses/protocol/evidenceMessages";
import {
  additionsRequest,
  importTargetRequest,
  mergeRequest,
  itemShapeRequest,
  schemasInForceRequest,
} from "@analyses/protocol/customMessages";
import { answer } from "@analyses/protocol/message";
import {
  checkReferencesRequest,
  problemsAfterRequest,
  referenceAtRequest,
  registriesChangedNotification,
} from "@analyses/protocol/referenceMessages";
import { type ReportWanted, loadFigures, reportEvidence } from "../evidence/reportEvidence";
import { evidenceExport, evidenceOverview, evidenceView } from "../features/evidencePanel/evidencePanel";
import { evidenceRoles } from "../features/evidenceRoles";
import { additionsTo, importTarget } from "../features/importedAnalyses";
import { referenceAt } from "../references/writtenReferences";
import { referenceProperties } from "../features/completion/referenceItems";
import { problemsAfter } from "../validation/problemsAfter";
import { studyListAt, tablePlaces, writableTable } from "../features/evidencePanel/evidenceTable";
import { type Feature, invalidParams, onMessage } from "./feature";
import { schemasInForce } from "./schemaFileWatcher";

/**
 * The requests beyond LSP, which the folder `protocol` declares: schemas, references, and evidence for the client's
 * panels.
 */
export const messageFeatures: readonly Feature[] = [
  onMessage(schemasInForceRequest, {
    needs: "schemas",
    answer: ({ document: { uri }, ...context }) => schemasInForce(uri, context),
  }),
  onMessage(itemShapeRequest, {
    needs: "schemas",
    answer({ schemas: { itemSchema }, settings }) {
      if (itemSchema.kind !== "ready") return null;
      const { uri, files } = itemSchema;
      return { uri, files: Object.fromEntries(files), roles: settings.evidence.roles };
    },
  }),
  onMessage(importTargetRequest, {
    needs: "text",
    answer: ({ document, params: { groups } }) => importTarget(document, groups),
  }),
  onMessage(additionsRequest, {
    needs: "text",
    answer: ({ document, params: { written }, yielding }) => additionsTo(document, written, yielding),
  }),
  onMessage(referenceAtRequest, {
    needs: "text",
    answer: ({ document, params: { position } }) => referenceAt(document, position) ?? null,
  }),
  onMessage(problemsAfterRequest, {
    needs: "schemas",
    async answer({ document, schemas, settings, params: { changes, reference }, yielding }) {
      const messages = (await problemsAfter(document, changes, schemas, settings, yielding)) ?? [];
      const isValid = messages.length === 0;
      return { messages, properties: isValid ? null : referenceProperties(document, schemas, reference) };
    },
  }),
  {
    listen(connection, guard, { checks }) {
      connection.onNotification(registriesChangedNotification.method, () => checks.checkAll());
      answer(
        connection,
        checkReferencesRequest,
        guard.whileRunning(async ({ uri }, token) => (await checks.checkNow(uri, token)) ?? null),
        invalidParams,
      );
    },
  },
  onMessage(evidenceRequest, {
    needs: "schemas",
    answer: async ({ document, binding, params, yielding }) =>
      (await reportEvidence(document, binding, wantedBy(params), await loadFigures(), yielding)) ?? null,
  }),
  onMessage(evidenceRolesRequest, {
    needs: "schemas",
    async answer({ document, schemas, binding, params: { position } }, { runtime }) {
      const figures = await loadFigures();
      return (await evidenceRoles(document, position, schemas, binding, runtime, figures)) ?? null;
    },
  }),
  onMessage(evidenceViewRequest, {
    needs: "schemas",
    answer: async ({ document, binding, params }) =>
      evidenceView(document, binding, params, await loadFigures()),
  }),
  onMessage(evidenceOverviewRequest, {
    needs: "schemas",
    answer: async ({ document, binding, yielding }) =>
      (await evidenceOverview(document, binding, yielding)) ?? null,
  }),
  onMessage(evidenceExportRequest, {
    needs: "schemas",
    answer: async ({ document, binding, params }) =>
      evidenceExport(document, binding, params, await loadFigures()),
  }),
  onMessage(evidenceComparisonRequest, {
    needs: "schemas",
    async answer({ document, binding, params: { base }, yielding }) {
      const { compareEvidence } = await import("../features/evidencePanel/evidenceComparison");
      return (await compareEvidence(document, base, binding, yielding)) ?? null;
    },
  }),
  onMessage(mergeRequest, {
    needs: "schemas",
    async answer({ document, binding, params, token, yielding }) {
      const { mergeAnswer } = await import("../features/mergeAnswer");
      const { text, version } = document;
      const merging = mergeAnswer({ text: text.toString(), version }, params, binding);
      // The answer names the version that it merged, so a change of the document meanwhile does not cancel the merge.
      const isCancelled = (): boolean => token.isCancellationRequested;
      const answer = await runYielding(merging, { ...yielding, isCancelled });
      return answer === "cancelled" ? null : answer;
    },
  }),
  onMessage(tableEditRequest, {
    needs: "schemas",
    answer: async ({ document, schemas, binding, params }) => {
      const { tableEdits, notJson } = await import("../features/evidencePanel/tableEdits");
      const table = writableTable(document, schemas, binding, params.at);
      return table === undefined ? notJson(document) : tableEdits(table, params);
    },
  }),
  onMessage(pasteStudiesRequest, {
    needs: "schemas",
    answer: async ({ document, schemas, binding, params: { position, text, columns, decimal } }) => {
      const { pastedStudies } = await import("../features/evidencePanel/tableEdits");
      const list = studyListAt(document, schemas, binding, position);
      return list === undefined ? null : pastedStudies(list, text, columns, decimal);
    },
  }),
  onMessage(tablePlacesRequest, {
    needs: "schemas",
    answer: ({ document, binding, params }) => tablePlaces(document, binding, params),
  }),
];

function wantedBy({ position, analysis }: EvidenceParams): ReportWanted {
  if (position !== undefined) return { kind: "position", position };
  return analysis === undefined ? { kind: "all" } : { kind: "number", number: analysis };
}
