import { isJsonArray, isJsonObject, readJson } from "@analyses/json";
import type { JsonObject } from "@analyses/json";
import type { ApplyingSchema } from "@analyses/json-schema";
import { schemaText } from "../localisation/translate";
import type { Template, TemplatePart } from "./template";
import { stop, text, toPlainText } from "./template";

/** A snippet that a schema proposes (VS Code, `defaultSnippets`). */
interface ProposedSnippet {
  readonly label: string;
  readonly description: string | undefined;
  readonly template: Template;
}

/**
 * The snippets that schemas propose for a value by `defaultSnippets`: a JSON `body`, which loses the quotes of texts
 * that start with `^`, or a `bodyText`.
 *
 * @param indent one step of indentation
 * @param margin the indentation of lines after the first
 */
export function snippetsOf(
  schemas: readonly ApplyingSchema[],
  indent: string,
  margin: string,
): readonly ProposedSnippet[] {
  return schemas
    .flatMap(({ schema: { defaultSnippets } }) => (isJsonArray(defaultSnippets) ? defaultSnippets : []))
    .filter(isJsonObject)
    .flatMap((snippet) => {
      const { label, description, markdownDescription } = snippet;
      const body = bodyOf(snippet, indent);
      if (body === undefined) return [];
      const template = templateOf(body.replaceAll("\n", `\n${margin}`));
      const named = typeof label === "string" ? schemaText(label) : toPlainText(template);
      const explained = [markdownDescription, description].find((one) => typeof one === "string");
      return [
        { label: named, description: explained === undefined ? undefined : schemaText(explained), template },
      ];
    });
}

function bodyOf({ body, bodyText }: JsonObject, indent: string): string | undefined {
  if (body === undefined) return typeof bodyText === "string" ? bodyText.replaceAll("\t", indent) : undefined;
  return JSON.stringify(body, undefined, indent).replace(/"\^(?:[^"\\]|\\.)*"/g, unquoted);
}

function unquoted(json: string): string {
  const written = readJson(json);
  return typeof written === "string" ? written.slice(1) : json;
}

/** Tab stops of a snippet (LSP 3.17, Snippet Syntax): `$1`, `${1}`, `${1:preset}`, `${1|one,other|}`; not `\$`. */
const places = /\\+\$|\$(\d+)|\$\{(\d+)(?::([^}]*)|\|((?:[^|\\]|\\.)*)\|)?\}/g;

/** Orders tab stops by position instead of number, except that `$0` is last. */
export function templateOf(body: string): Template {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const found of body.matchAll(places)) {
    const [whole, short, number = short, preset = "", choices] = found;
    parts.push(text(body.slice(end, found.index)));
    end = found.index + whole.length;
    if (number === undefined) parts.push(text("$"));
    else if (choices !== undefined) parts.push({ kind: "choice", choices: choicesIn(choices) });
    else parts.push(Number(number) === 0 && preset === "" ? { kind: "end" } : stop(preset));
  }
  return [...parts, text(body.slice(end))];
}

function choicesIn(written: string): readonly string[] {
  return [...written.matchAll(/(?:[^,\\]|\\.)+/g)].map(([choice]) => choice.replace(/\\([,|\\])/g, "$1"));
}
