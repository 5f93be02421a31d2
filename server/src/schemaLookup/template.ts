/** Text to insert, with places where the author goes on writing. */
export type Template = readonly TemplatePart[];

export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  /** A place to fill; `preset` is written there until then. */
  | { readonly kind: "stop"; readonly preset: string }
  /** A place for one of several texts, the first of which is written there until then. */
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  /** Where the caret ends; after the whole text without one. */
  | { readonly kind: "end" };

export const text = (written: string): TemplatePart => ({ kind: "text", text: written });
export const stop = (preset = ""): TemplatePart => ({ kind: "stop", preset });

/**
 * The most places of one snippet. VS Code puts those of a snippet that is taken inside another one at tenths
 * between two of that: from the tenth on they are one with the next place, and what is typed would stand in both.
 */
const mostStops = 8;

/** The template as a snippet (LSP 3.17, Snippet Syntax). Places beyond the eighth hold their text, and no caret goes there. */
export function toSnippet(template: Template): string {
  let stops = 0;
  return template
    .map((part) => {
      switch (part.kind) {
        case "text":
          return part.text.replace(/[\\$]/g, "\\$&");
        case "stop":
          stops += 1;
          if (stops > mostStops) return toSnippet([text(part.preset)]);
          return part.preset === ""
            ? `\${${stops}}`
            : `\${${stops}:${part.preset.replace(/[\\$}]/g, "\\$&")}}`;
        case "choice":
          stops += 1;
          if (stops > mostStops) return toSnippet([text(part.choices[0] ?? "")]);
          return `\${${stops}|${part.choices.map((choice) => choice.replace(/[\\,|]/g, "\\$&")).join(",")}|}`;
        case "end":
          return "$0";
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
        case "end":
          return "";
      }
    })
    .join("");
}
