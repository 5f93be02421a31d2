// Generates every list of diagnostic codes from server/src/diagnostics and docs/diagnostics.
import { readFileSync, readdirSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { inRoot } from "./paths.mjs";

const folder = "server/src/diagnostics";
const codesFile = "protocol/src/diagnosticCodes.ts";

/** @param {string} file */
const read = (file) => readFileSync(inRoot(file), "utf8");

/** @returns {Promise<Record<string, string>>} the text of each file that lists all codes, by its path */
export async function diagnosticLists() {
  const files = readdirSync(inRoot(folder)).filter((name) => name.endsWith(".ts"));
  const diagnostics = files.flatMap((name) => {
    const declared = /export const (\w+): (\w+)Diagnostic\b/.exec(read(`${folder}/${name}`));
    if (declared === null) return [];
    const [, exported = "", kind] = declared;
    return { code: name.replace(".ts", ""), exported, isOfNumbers: kind === "Numbers" };
  });
  const before = [...read(codesFile).matchAll(/^ {2}"([a-z-]+)",$/gm)].map(([, code]) => code);
  /** Keeps the order of codes, since reports depend on it; new codes come last. @param {string} code */
  const place = (code) => (before.includes(code) ? before.indexOf(code) : before.length);
  const sorted = diagnostics.sort((one, other) => place(one.code) - place(other.code));
  const others = sorted.filter(({ isOfNumbers }) => !isOfNumbers);
  const ofNumbers = sorted.filter(({ isOfNumbers }) => isOfNumbers);
  const all = [...others, ...ofNumbers];
  const codes = all.map(({ code }) => code);
  /** @param {readonly { code: string }[]} some */
  const quoted = (some) => some.map(({ code }) => `  "${code}",\n`).join("");
  /** @param {typeof all} some */
  const rows = (some) => some.map(({ code, exported }) => `  "${code}": ${exported},\n`).join("");
  const manifest = JSON.parse(read("package.json"));
  const severity = manifest.contributes.configuration.properties["analysesRegistry.severity"];
  severity.properties = Object.fromEntries(
    codes.map((code) => [code, Object.values(severity.properties)[0]]),
  );
  const accepted = JSON.parse(read("schemas/accepted-findings.schema.json"));
  accepted.$defs.AcceptedFinding.properties.code.enum = ofNumbers.map(({ code }) => code);
  const lists = {
    [codesFile]: read(codesFile)
      .replace(/(evidenceCodes = \[\n)[^\]]*/, `$1${quoted(ofNumbers)}`)
      .replace(/(diagnosticCodes = \[\n)[^\]]*/, `$1${quoted(others)}  ...evidenceCodes,\n`),
    [`${folder}/codes.ts`]: `// Written by \`npm run diagnostics\`: all files of this folder.
import type { FindingCode } from "@analyses/evidence";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import type { Diagnostic, NumbersDiagnostic } from "./diagnostic";
${all.map(({ code, exported }) => `import { ${exported} } from "./${code}";\n`).join("")}
/** What the numbers of an analysis say. */
export const numbersDiagnostics: { readonly [Code in FindingCode]: NumbersDiagnostic<Code> } = {
${rows(ofNumbers)}};

/** All codes, in the order of \`diagnosticCodes\`. */
export const diagnostics: Readonly<Record<DiagnosticCode, Diagnostic>> = {
${rows(others)}  ...numbersDiagnostics,
};
`,
    "package.json": JSON.stringify(manifest, null, 2),
    "schemas/accepted-findings.schema.json": JSON.stringify(accepted, null, 2),
    "docs/diagnostics/README.md": read("docs/diagnostics/README.md").replace(
      /(?<=\| code +\| in a sentence +\|\n\| -+ \| -+ \|\n)(?:\|.*\n)*/,
      codes.map((code) => `| [\`${code}\`](${code}.md) | ${sentenceOf(code)} |\n`).join(""),
    ),
  };
  return Object.fromEntries(
    await Promise.all(
      Object.entries(lists).map(async ([file, text]) => {
        const config = await resolveConfig(inRoot(file));
        return [file, await format(text, { ...config, filepath: inRoot(file) })];
      }),
    ),
  );
}

/** Returns the sentence in the heading of a code's page. @param {string} code */
function sentenceOf(code) {
  const page = `docs/diagnostics/${code}.md`;
  const [, sentence] = new RegExp(`^# \`${code}\`: (.*)`).exec(read(page)) ?? [];
  if (sentence === undefined)
    throw new Error(`${page} does not begin with “# \`${code}\`: ” and a sentence.`);
  return sentence;
}
