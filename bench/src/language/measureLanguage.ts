import {
  documentOfOneGroup,
  documentOfOneItem,
  documentOnOneLine,
  documentWithoutItems,
  usualDocument,
} from "../documents/makeDocument";
import { megabytes } from "../documents/benchDocument";
import type { BenchDocument } from "../documents/benchDocument";
import type { Complaints } from "../report/complaints";
import type { Row, Table } from "../report/table";
import { milliseconds } from "../report/table";
import { median } from "../report/statistics";
import { ours } from "../servers/ours";
import type { Subject } from "../servers/subject";
import { vscodeJson } from "../servers/vscodeJson";
import type { Figures } from "./figures";
import { noFigures } from "./figures";
import type { PeerLimits } from "./languageTables";
import { comparison, growth } from "./languageTables";
import { measureChecker } from "./measureChecker";
import type { Plan } from "./measureDocument";
import { measureDocument } from "./measureDocument";

export interface LanguageFiles {
  readonly server: string;
  readonly checker: string;
  readonly vscodeJsonServer: string;
  readonly analysesSchema: string;
  readonly itemSchema: string;
}

const smallLimits: PeerLimits = {
  edit: 1 / 40,
  anyEdit: 1 / 15,
  question: 1 / 10,
  open: 1 / 3,
  symbols: 1 / 5,
  memory: 1 / 2,
};
const largeLimits: PeerLimits = {
  edit: 1 / 200,
  anyEdit: 1 / 50,
  question: 1 / 50,
  open: 1 / 4,
  symbols: 1 / 10,
  memory: 1 / 4,
};
const mostGrowthOfAnEdit = 3;
const mostMebibytesOfLargest = 700;

const smallPlan: Plan = {
  opens: 5,
  editedAt: [0.1, 0.9],
  typed: 10,
  hasTypedProperty: true,
  askedAt: [0.1, 0.5, 0.9],
  symbols: 5,
};
const largePlan: Plan = {
  opens: 3,
  editedAt: [0.5],
  typed: 4,
  hasTypedProperty: true,
  askedAt: [0.1, 0.5, 0.9],
  symbols: 3,
};
/** Only this server, for which an edit is cheap. */
const largestPlan: Plan = { ...smallPlan, opens: 2, symbols: 3 };
const shapePlan: Plan = {
  opens: 1,
  editedAt: [0.5],
  typed: 2,
  hasTypedProperty: false,
  askedAt: [0.5],
  symbols: 1,
};

/** The language server beside VS Code's own JSON server, and `analyses-check`. */
export async function measureLanguage(
  files: LanguageFiles,
  complaints: Complaints,
): Promise<readonly Table[]> {
  const peer = vscodeJson({ ...files, server: files.vscodeJsonServer });
  const own = ours(files);
  const both = [peer, own];

  const small = usualDocument("1.2 MB", 1.24e6);
  const smallFigures = await measure(small, both, smallPlan);
  const large = usualDocument("11.7 MB", 11.7e6);
  const largeFigures = await measure(large, both, largePlan);
  const largest = usualDocument("50 MB", 49.9e6);
  const largestFigures = await measure(largest, [own], largestPlan);
  const shapes: Table[] = [];
  for (const shape of [
    documentOfOneGroup("one group with all analyses, 2 MB", 2e6),
    documentOfOneItem("an analysis of a megabyte", 1.2e6),
    documentOnOneLine("all on one line, 2 MB", 2e6),
    documentWithoutItems("groups without analyses, 2 MB", 2e6),
  ]) {
    const figures = await measure(shape, both, shapePlan);
    shapes.push(comparison(shape.name, of(figures, peer), of(figures, own), {}));
  }
  const start = (subject: Subject) =>
    median([smallFigures, largeFigures].flatMap((figures) => of(figures, subject).start));
  const startRow: Row = {
    what: "start to `initialize` answered, median",
    ours: milliseconds(start(own)),
    theirs: milliseconds(start(peer)),
    limit: { kind: "ofTheirs", ratio: 1 },
  };
  return [
    { title: "Start", comparedWith: peer.name, rows: [startRow] },
    comparison(small.name, of(smallFigures, peer), of(smallFigures, own), smallLimits),
    comparison(large.name, of(largeFigures, peer), of(largeFigures, own), largeLimits),
    growth(
      largest.name,
      of(smallFigures, own),
      of(largestFigures, own),
      mostGrowthOfAnEdit,
      mostMebibytesOfLargest,
    ),
    ...shapes,
    await measureChecker(large, files.checker, files.itemSchema, complaints),
  ];

  async function measure(document: BenchDocument, subjects: readonly Subject[], plan: Plan) {
    console.log(`• ${document.name} (${megabytes(document).toFixed(2)} MB, ${document.analyses} analyses)`);
    return measureDocument(document, subjects, plan, complaints);
  }
}

function of(figures: ReadonlyMap<Subject, Figures>, subject: Subject): Figures {
  return figures.get(subject) ?? noFigures();
}
