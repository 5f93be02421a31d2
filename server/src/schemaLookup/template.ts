/** Text to insert, with places where the author goes on writing. */
export type Template = readonly TemplatePart[];

export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  /** A place to fill; `preset` is written there until then. */
  | { readonly kind: "stop"; readonly preset: string }
  /** A place for one of several texts, the first of which is written there until then. */
  | { readonly kind: "choice"; readonly choices: readonly string[] };

export const text = (written: string): TemplatePart => ({ kind: "text", text: written });
export const stop = (preset = ""): TemplatePart => ({ kind: "stop", preset });

/** The template as a snippet (LSP 3.17, Snippet Syntax); the caret ends after it. */
export function toSnippet(template: Template): string {
  let stops = 0;
  return template
    .map((part) => {
      switch (part.kind) {
        case "text":
          return part.text.replace(/[\\$]/g, "\\$&");
        case "stop":
          stops += 1;
          return part.preset === ""
            ? `\${${stops}}`
            : `\${${stops}:${part.preset.replace(/[\\$}]/g, "\\$&")}}`;
        case "choice":
          stops += 1;
          return `\${${stops}|${part.choices.map((choice) => choice.replace(/[\\,|]/g, "\\$&")).join(",")}|}`;
      }
    })
    .join("");
}

/** The template as plain text, every place holding what it was preset to. */
export function toPlainText(template: Template): string {
  return template
    .map((part) => {
      switch (part.kind) {
        case "text":
          return part.text;
        case "stop":
          return part.preset;
        case "choice":
          return part.choices[0] ?? "";
      }
    })
    .join("");
}
