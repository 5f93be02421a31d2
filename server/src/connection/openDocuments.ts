import { TextDocuments } from "vscode-languageserver";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { AnalysesLanguageService } from "../languageService";

export type OpenDocuments = TextDocuments<AnalysesDocument>;

/** The documents that the client has open, each kept up to date by its changes alone. */
export function createOpenDocuments(service: AnalysesLanguageService): OpenDocuments {
  return new TextDocuments({
    create: (uri, languageId, version, content) => service.createDocument(uri, languageId, version, content),
    update: (document, changes, version) => service.updateDocument(document, changes, version),
  });
}
