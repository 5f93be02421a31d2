import { usualDocument } from "../documents/makeDocument";
import type { WrongAnswers } from "../report/wrongAnswers";
import { percentile95 } from "../report/statistics";
import { type Row, mebibytes, medianTime } from "../report/table";
import { ours } from "../servers/ours";
import { vscodeJson } from "../servers/vscodeJson";
import { type Figures, type Plan, measureDocument, noFigures } from "./measureDocument";

export interface LanguageFiles {
  /** VS Code's Node, which runs the servers. */
  readonly node: string;
  readonly server: string;
  readonly vscodeJsonServer: string;
  readonly analysesSchema: string;
  readonly itemSchema: string;
  /** An empty folder for the engine's compile cache. */
  readonly compiled: string;
}

/** A size of document, with the measurements to make. */
interface Size {
  readonly name: string;
  readonly bytes: number;
  readonly plan: Plan;
  /** How many times smaller than the peer's each figure has to be. */
  readonly most: Readonly<Record<"open" | "typing" | "completion" | "hover" | "symbols" | "memory", number>>;
  /** Maximum of the 95th percentile of edits, in milliseconds. */
  readonly mostOfEdits: number;
}

const sizes: readonly Size[] = [
  {
    name: "1.2 MB",
    bytes: 1.24e6,
    // These positions are in no subgroup, where the peer would report only the first of two problems.
    plan: { opens: 11, editedAt: [0.2, 0.5, 0.75, 0.9], typed: 40, askedAt: [0.2, 0.5, 0.9], symbols: 5 },
    most: { open: 2.2, typing: 25, completion: 8, hover: 8, symbols: 5, memory: 2.5 },
    mostOfEdits: 16,
  },
  {
    name: "11.7 MB",
    bytes: 11.7e6,
    // The peer takes a second for each edit, or several on a busy machine.
    plan: { opens: 7, editedAt: [0.5], typed: 2, askedAt: [0.1, 0.5, 0.9], symbols: 3 },
    most: { open: 3, typing: 100, completion: 50, hover: 50, symbols: 10, memory: 5 },
    mostOfEdits: 40,
  },
];

/** Measures the language server against VS Code's own JSON server. */
export async function measureLanguage(
  files: LanguageFiles,
  wrongAnswers: WrongAnswers,
  ofPeer: WrongAnswers,
): Promise<readonly Row[]> {
  const [peer, own] = [vscodeJson({ ...files, server: files.vscodeJsonServer }), ours(files)];
  const rows: Row[] = [];
  for (const { name, bytes, plan, most, mostOfEdits } of sizes) {
    console.log(`• ${name}`);
    const figures = await measureDocument(usualDocument(name, bytes), [peer, own], plan, ({ answers }) =>
      answers === "withOurCodes" ? wrongAnswers : ofPeer,
    );
    const ownFigures = figures.get(own) ?? noFigures();
    const theirs = figures.get(peer) ?? noFigures();
    const row = (what: string, of: (figures: Figures) => Row["ours"], factor: number): Row => ({
      what: `${name}: ${what}`,
      ours: of(ownFigures),
      theirs: of(theirs),
      limit: { kind: "ofTheirs", ratio: 1 / factor },
    });
    const slow = percentile95(ownFigures.edits);
    if (slow > mostOfEdits)
      console.log(`  95 of a hundred edits: ${slow.toFixed(1)} ms, at most ${mostOfEdits} ms`);
    rows.push(
      row("opening, to the first diagnostics", ({ open }) => medianTime(open), most.open),
      row(
        `typing, to the diagnostics (95 of a hundred within ${slow.toFixed(1)} ms)`,
        ({ edits }) => medianTime(edits),
        most.typing,
      ),
      row("completion after a key", ({ completion }) => medianTime(completion), most.completion),
      row("hover after a key", ({ hover }) => medianTime(hover), most.hover),
      row("symbols after a key", ({ symbols }) => medianTime(symbols), most.symbols),
      row("peak memory", ({ peakMemory = NaN }) => mebibytes(peakMemory), most.memory),
    );
  }
  return rows;
}
