import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { programScript } from "./repository";
import { folderWith } from "./runChecker";

/** An editor's home folder, with a document to open. */
export interface EditorFolder {
  readonly folder: string;
  readonly document: string;
}

/** The first code block in a language, as readers copy it. */
export function blockOf(page: string, language: string): string {
  const [, block] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(page) ?? [];
  assert.ok(block !== undefined, `the page has no block in ${language}`);
  return block;
}

/** Four problems: one with a certain fix, one found only by the item schema that the pages name, in the same folder. */
const review = `{
  "risk-of-bias-method": "RISK_OF_BIAS_3",
  "analysis-groups": [
    { "number": "1", "name": "a", "analyses": [{}] },
    { "number": 2, "name": "b" }
  ]
}
`;

/** @param settings the editor's settings files, by path in the home folder */
export function prepareEditor(settings: Readonly<Record<string, string>>): EditorFolder {
  const folder = folderWith({
    ...settings,
    "bin/analyses-language-server": programScript(resolve("dist/server/languageServer.js")),
    "work/review.analyses.json": review,
    "work/pairwise-analysis.schema.json": '{ "required": ["name"] }',
  });
  chmodSync(join(folder, "bin/analyses-language-server"), 0o755);
  return { folder, document: join(folder, "work/review.analyses.json") };
}

/** Runs an editor until it exits, and returns the JSON that its script wrote to `OUTPUT`. */
export async function runEditor<Shown>(
  { folder }: EditorFolder,
  command: string,
  words: readonly string[],
): Promise<Shown> {
  const output = join(folder, "shown.json");
  const home = (name: string): string => join(folder, name);
  const editor = spawn(command, words, {
    cwd: home("work"),
    env: {
      PATH: `${home("bin")}:${process.env.PATH ?? ""}`,
      HOME: folder,
      XDG_CONFIG_HOME: home("config"),
      XDG_DATA_HOME: home("data"),
      XDG_STATE_HOME: home("state"),
      XDG_CACHE_HOME: home("cache"),
      TERM: "xterm",
      LC_ALL: "C.UTF-8",
      OUTPUT: output,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [editor.stdout, editor.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (said += piece));
  const [status] = (await once(editor, "exit")) as [number | null];
  assert.equal(status, 0, said);
  const shown = JSON.parse(readFileSync(output, "utf8")) as Shown & { readonly in_vain?: string };
  assert.equal(shown.in_vain, undefined, `it waited in vain for ${shown.in_vain ?? ""}: ${said}`);
  return shown;
}
