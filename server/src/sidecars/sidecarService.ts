import type { CompletionList, Diagnostic, Hover, Position } from "vscode-languageserver-types";
import { InsertTextFormat } from "vscode-languageserver-types";
import { type LanguageService, TextDocument, getLanguageService } from "vscode-json-languageservice";
import type { AnalysesDocument } from "../document/analysesDocument";
import { templateOf, toPlainText } from "../schemaLookup/template";

/** Completion, hover and validation of a JSON file by its schema, with the library of VS Code's JSON features. */
export class SidecarService {
  readonly #service: LanguageService;

  /**
   * @param schemas file names, each with its schema's URI
   * @param readSchema reads a schema's text; rejects with a message for the user
   */
  constructor(
    schemas: readonly { readonly name: string; readonly uri: string }[],
    private readonly readSchema: (uri: string) => Promise<string>,
  ) {
    this.#service = getLanguageService({ schemaRequestService: (uri) => this.readSchema(uri) });
    this.#service.configure({
      allowComments: false,
      schemas: schemas.map(({ name, uri }) => ({ fileMatch: [name], uri })),
    });
  }

  async diagnostics(document: AnalysesDocument): Promise<Diagnostic[]> {
    const { text, json } = this.#read(document);
    return this.#service.doValidation(text, json, { comments: "error", trailingCommas: "error" });
  }

  hover(document: AnalysesDocument, position: Position): PromiseLike<Hover | null> {
    const { text, json } = this.#read(document);
    return this.#service.doHover(text, position, json);
  }

  /** @param snippets whether the client supports tab stops (LSP 3.17, Snippet Syntax) */
  async complete(
    document: AnalysesDocument,
    position: Position,
    snippets: boolean,
  ): Promise<CompletionList | null> {
    const { text, json } = this.#read(document);
    const list = await this.#service.doComplete(text, position, json);
    if (snippets || list === null) return list;
    const items = list.items.map(({ insertText, textEdit, ...item }) => ({
      ...item,
      insertTextFormat: InsertTextFormat.PlainText,
      ...(insertText === undefined ? {} : { insertText: toPlainText(templateOf(insertText)) }),
      ...(textEdit === undefined
        ? {}
        : { textEdit: { ...textEdit, newText: toPlainText(templateOf(textEdit.newText)) } }),
    }));
    return { ...list, items };
  }

  #read({ uri, version, text }: AnalysesDocument) {
    const read = TextDocument.create(uri, "json", version, text.toString());
    return { text: read, json: this.#service.parseJSONDocument(read) };
  }
}
