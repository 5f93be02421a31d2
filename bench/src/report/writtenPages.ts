import { readFile, writeFile } from "node:fs/promises";
import { format, resolveConfig } from "prettier";
import { milliseconds, showQuantity } from "./table";

/** The text of docs/performance.md: what was measured, how, and on what machine; formatted as the file is. */
export async function performancePage(file: string, tables: string, machine: string): Promise<string> {
  const text = `${introduction}\n## The last run\n\n${machine}\n\n${tables}\n`;
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}

/** Of a document, an edit until its diagnostics: milliseconds, medians. */
export interface Headline {
  readonly document: string;
  readonly ours: number;
  readonly theirs: number;
}

/** The entry of README.md's list that tells how quick it is, with its further lines. */
const entry = /^- Documents of up to 50 MB.*(?:\n {2}.*)*/m;

/** Writes the measured sentence into README.md. */
export async function writeReadmeLine(file: string, { document, ours, theirs }: Headline): Promise<void> {
  const before = await readFile(file, "utf8");
  const [own, peer] = [ours, theirs].map((value) => showQuantity(milliseconds(value)));
  const line =
    `- Documents of up to 50 MB. At ${document}, the problems that an edit makes or mends show after ${own};\n` +
    `  VS Code's own JSON server takes ${peer} in the same run (all figures: \`docs/performance.md\`).`;
  if (!entry.test(before)) throw new Error(`${file} has no entry about large documents.`);
  const after = before.replace(entry, () => line);
  await writeFile(file, await format(after, { ...(await resolveConfig(file)), filepath: file }));
}

const introduction = `# Performance

What a keystroke costs does not grow with the document. \`npm run bench\` measures it, and writes this page
with \`npm run bench -- --write\`; \`npm run bench -- language/open\` measures one table by its name. It fails when an answer is wrong, never on a time.

## How it is measured

- The peer is the JSON language server that comes with VS Code, with the same analyses schema and the same
  item schema (\`samples/pairwise-analysis.schema.json\`) in force. Both servers run over stdio under the Node
  that VS Code runs them under, as its clients start them (ours keeps what the engine has compiled), get the same
  documents and the same changes, and take turns at every single change, so that a busy machine is busy for both.
  Diagnostics are pulled, as VS Code does, which is told when there are more: what the numbers of a long document say
  is computed after the first.
- A time is from the first byte of the change until the last byte of the answer has arrived, before it is
  parsed.
- A document is opened in a process that has just been started, 20 ms after its answer to \`initialize\`: in VS
  Code that takes 21 to 24 ms.
- Typing goes character by character into names, numbers and judgements: at 1.2 MB, and where only this server is
  measured, some 300 characters at four places, else ten at one. Breaking and mending takes away commas, quotes,
  braces, brackets and required properties, misspells keys, opens a comment that nobody closes, pastes and cuts
  whole analyses, and types a property that is broken until its last character.
- After every change the findings are held against what the change has planted, and against a problem near the
  document's end that is there all the time. Completion, hover and symbols are checked too.
- “Right after an edit” means that the question follows the change at once. Completion is asked for where the
  peer has an answer: in subgroups it offers no values while a value is wrong.
- Peak memory is \`VmHWM\` of the server's process after all of it.
- Beside each median stands how far apart its values are: half the distance between their quartiles, in percent of the
  median; edits of a kind differ among themselves as well. “Within the spread” says that another run may tell another
  verdict.
- The start in VS Code is read from VS Code's own page “Startup Performance”, in the hosted VS Code that has finished
  starting.
- Evidence is computed by the server's own code in a process of its own, under VS Code's Node. “Reading it” is what
  the server does until it has the document as values: the text becomes a tree, and each analysis goes through
  \`JSON.parse\`; nothing is checked meanwhile. The report begins with the tree, so that the values are read in it once
  more. Both take turns, each with a document opened anew.
- The registry is the reference registry on the same machine; each reading of the list is by a new process.
- Absurd answers are served over HTTPS by a server of their own, and read by a new process each, under VS Code's
  Node. The longest turn is the most that the thread worked between two turns of its event loop, with a first
  look-up by identifier and by type after the list is read; the worst of all rounds counts. Memory is how much larger
  the process was than before it asked.

## Why opening gains less than editing

A document that is opened has to be read once from its first to its last byte, by any server. About half of the
time goes to the platform: the message is decoded, parsed, and taken apart by regular expressions, and each
analysis goes through \`JSON.parse\`. Most of the rest are the schema's rules, in a process that is new: the
engine compiles code only while it runs. That is why the server runs samples through all steps from \`initialized\` until
the first document arrives; one that arrives at once gains nothing. A validator of ajv needs about half as long for
its first pass, and 30 to 40 ms to be compiled.
`;
