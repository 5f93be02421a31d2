// Types for the part of markdown-it that tests use; the package has none.
declare module "markdown-it" {
  export default class MarkdownIt {
    constructor(preset: "default", options: { readonly html: boolean; readonly linkify: boolean });
    render(markdown: string): string;
  }
}
