export const formats = ["text", "json", "sarif"] as const;
export type ReportFormat = (typeof formats)[number];

/** What `analyses-check` was asked to do. */
export interface CheckRequest {
  readonly kind: "check";
  readonly files: readonly string[];
  readonly itemSchema: string;
  readonly format: ReportFormat;
}

export type CommandLine =
  CheckRequest | { readonly kind: "help" } | { readonly kind: "wrong"; readonly reason: string };

export const usage = `Usage: analyses-check [--item-schema FILE] [--format text|json|sarif] FILE…

Checks analyses documents as the editor does.

  --item-schema FILE  the JSON Schema that each analysis must follow
  --format FORMAT     text (default), json, or sarif (2.1.0)

Exit status: 0 no errors, 1 errors, 2 the check could not be done.`;

/** @param words what follows the program's name */
export function readCommandLine(words: readonly string[]): CommandLine {
  const files: string[] = [];
  let itemSchema = "";
  let format: ReportFormat = "text";
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const { name, value } = splitOption(word);
    switch (name) {
      case undefined:
        files.push(word);
        break;
      case "--":
        files.push(...rest.splice(0));
        break;
      case "--help":
        return { kind: "help" };
      case "--item-schema": {
        const file = value ?? rest.shift();
        if (file === undefined || file === "") return wrong("--item-schema needs a file");
        itemSchema = file;
        break;
      }
      case "--format": {
        const wanted = value ?? rest.shift();
        const found = formats.find((one) => one === wanted);
        if (found === undefined) return wrong(`--format must be one of ${formats.join(", ")}`);
        format = found;
        break;
      }
      default:
        return wrong(`there is no option ${name}`);
    }
  }
  return files.length === 0 ? wrong("no file was named") : { kind: "check", files, itemSchema, format };
}

function wrong(reason: string): CommandLine {
  return { kind: "wrong", reason };
}

/** `--name=value` in two; no name for a word that is not an option. */
function splitOption(word: string): { name: string | undefined; value: string | undefined } {
  if (!word.startsWith("-") || word === "-") return { name: undefined, value: undefined };
  const at = word.indexOf("=");
  return at === -1
    ? { name: word, value: undefined }
    : { name: word.slice(0, at), value: word.slice(at + 1) };
}
