// The parts of markdown-it in use; the package has no types.
declare module "markdown-it" {
  export interface Token {
    readonly type: string;
    readonly content: string;
    readonly children: readonly Token[] | null;
    attrGet(name: string): string | null;
  }

  export default class MarkdownIt {
    constructor(preset: "commonmark", options: { readonly html: boolean });
    parse(markdown: string, environment: object): readonly Token[];
    parseInline(markdown: string, environment: object): readonly Token[];
  }
}
