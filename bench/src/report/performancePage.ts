import { format, resolveConfig } from "prettier";

/** Generates docs/performance.md: measurements, methods and machine, formatted with the file's Prettier options. */
export async function performancePage(file: string, table: string, machine: string): Promise<string> {
  const text = `${introduction}\n## The last run\n\n${machine}\n\n${table}\n`;
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}

const introduction = `# Performance

What a keystroke costs does not grow with the document. \`npm run bench\` measures it, \`npm run bench -- registry\` a part
(\`language\`, \`panel\`, \`folder\`, \`exchange\`, \`registry\`), and \`npm run bench -- --write\` writes this page. It fails when an answer is
wrong, never on a time.

- The documents of 1.2 and 11.7 MB stand beside the JSON language server that comes with VS Code, with the same analyses
  schema and item schema (\`samples/pairwise-analysis.schema.json\`) in force. Both servers run over stdio under VS Code's
  Node, as its clients start them, get the same changes, and take turns at every change, so that a busy machine is busy
  for both. Diagnostics are pulled, as VS Code pulls them.
- A time is from the first byte of the change until the last byte of the answer has arrived, before it is parsed.
- A document is opened in a process that has just started, 20 ms after its answer to \`initialize\`.
- Typing goes character by character into names, numbers and judgements. After each change the findings are compared with
  what the change has planted, and with a problem near the document's end. Completion, hover and symbols follow a change at
  once, and are checked too.
- Peak memory is \`VmHWM\` of the server's process at the end.
- The panel: from a key until the figure of 100 studies is painted, after the editor has painted its own text.
- A folder: one \`analyses-check\` on all its documents, the whole process.
- A review of RevMan 5 and a data package: one \`analyses-convert\` to a document, the whole process; R only reads, without its
  start.
- The registry: the reference registry on the same machine; each reading of the list is by a new process.
- Beside each median stands how far apart its values are: half the distance between their quartiles, in percent of the
  median. “Within the spread” says that another run may tell another verdict.
`;
