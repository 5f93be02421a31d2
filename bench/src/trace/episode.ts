import type { Plant } from "../documents/benchDocument";
import type { Splice } from "./splice";

/** What somebody does to a document at one place, to undo it in the end. */
export interface Episode {
  readonly name: string;
  /** Whether it types inside an analysis or a name, or breaks and mends syntax or structure. */
  readonly kind: "typing" | "structure";
  /** The document's text that the first piece replaces: UTF-16 offsets. */
  readonly from: number;
  readonly to: number;
  /** What is typed there, one change each. */
  readonly pieces: readonly string[];
  /** The problem that there is once the first `count` pieces are typed. */
  readonly plantAfter: (count: number) => Plant | undefined;
}

/** How the text differs from the document's own once the first `count` pieces are typed. */
export function spliceAfter({ from, to, pieces }: Episode, count: number): Splice {
  return { from, to, inserted: pieces.slice(0, count).join("") };
}

/** An episode of one change, after which there is a problem, or none. */
export function oneChange(name: string, { from, to, inserted }: Splice, plant: Plant | undefined): Episode {
  return { name, kind: "structure", from, to, pieces: [inserted], plantAfter: () => plant };
}
