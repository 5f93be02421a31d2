// What tests use of markdown-it, which comes without types.
declare module "markdown-it" {
  export default class MarkdownIt {
    constructor(preset: "default", options: { readonly html: boolean; readonly linkify: boolean });
    render(markdown: string): string;
  }
}
