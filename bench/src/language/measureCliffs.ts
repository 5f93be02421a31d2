import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { megabytes } from "../documents/benchDocument";
import type { Cliff } from "../documents/cliffs";
import { cliffs, mostPerMegabyte } from "../documents/cliffs";
import { usualDocument } from "../documents/makeDocument";
import { TextPositions } from "../documents/textPositions";
import type { Complaints } from "../report/complaints";
import type { Limit, Row, Table } from "../report/table";
import { medianTime } from "../report/table";
import { listOf } from "../json/read";
import type { Findings } from "../servers/session";
import { Session } from "../servers/session";
import type { Subject } from "../servers/subject";

const opens = 3;
/** After each opening: a digit typed and taken away again. */
const edits = 4;
/** Milliseconds until another document is answered for. */
const mostWaiting = 100;
/** Edits that VS Code's client applies one by one. */
const mostFormattingEdits = 10_000;

const questions = ["hover", "completion", "codeAction"] as const;
/** Milliseconds that an answer about a place may take. */
const mostAnswering = 300;

interface Times {
  readonly open: number[];
  readonly edit: number[];
  readonly format: number[];
  /** Of a hover, completion and code actions, where they are asked for. */
  readonly asked: Readonly<Record<(typeof questions)[number], number[]>>;
  /** The longest wait of a hover in another document, during each of these. */
  readonly elsewhere: number[];
}

/**
 * Documents of odd shapes: how long opening, an edit and formatting take, and how long another document waits meanwhile.
 *
 * @param ours makes this project's server with an item schema in force
 */
export async function measureCliffs(
  ours: (itemSchema: string) => Subject,
  sampleSchema: string,
  complaints: Complaints,
): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), "analyses-bench-"));
  const rows: Row[] = [];
  try {
    for (const make of cliffs) {
      const cliff = make();
      const size = `${megabytes(cliff).toFixed(2)} MB`;
      console.log(`• ${cliff.name} (${size})`);
      const subject = ours(cliff.itemSchema === undefined ? sampleSchema : written(cliff.itemSchema));
      const times = await timesOf(cliff, subject, complaints);
      const ofWork: Limit = {
        kind: "itself",
        value: cliff.most ?? Math.max(mostPerMegabyte * megabytes(cliff), mostWaiting),
      };
      const what = `${cliff.name} (${size})`;
      rows.push(
        { what: `${what}: opened`, ours: medianTime(times.open), limit: ofWork },
        { what: "the same, an edit", ours: medianTime(times.edit), limit: ofWork },
        ...questions.flatMap((question) =>
          times.asked[question].length === 0
            ? []
            : [
                {
                  what: `the same, ${question}`,
                  ours: medianTime(times.asked[question]),
                  limit: { kind: "itself", value: mostAnswering } as const,
                },
              ],
        ),
        { what: "the same, formatted", ours: medianTime(times.format), limit: ofWork },
        {
          what: "the same, hover in another document meanwhile, longest",
          ours: { value: Math.max(...times.elsewhere), unit: "ms" },
          limit: { kind: "itself", value: mostWaiting },
        },
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { title: "Documents of odd shapes", comparedWith: "", rows };

  function written(schema: object): string {
    const file = join(folder, "item.schema.json");
    writeFileSync(file, JSON.stringify(schema));
    return file;
  }
}

async function timesOf(cliff: Cliff, subject: Subject, complaints: Complaints): Promise<Times> {
  const asked = { hover: [], completion: [], codeAction: [] };
  const times: Times = { open: [], edit: [], format: [], asked, elsewhere: [] };
  const position = new TextPositions(cliff.text).positionAt(cliff.editedAt);
  const behind = { ...position, character: position.character + 1 };
  const other = usualDocument("", 100_000);
  const pointedAt = { line: 1, character: 4 };
  for (let round = 0; round < opens; round += 1) {
    const session = await Session.start(subject);
    try {
      await session.openBeside(other.text);
      await session.rest();
      times.open.push(await taking(session, () => session.open(cliff.text)));
      for (let edit = 0; edit < edits; edit += 2) {
        await session.rest();
        const typed = { range: { start: position, end: position }, text: "1" };
        times.edit.push(await taking(session, () => session.change(typed)));
        await session.rest();
        const taken = { range: { start: position, end: behind }, text: "" };
        times.edit.push(await taking(session, () => session.change(taken)));
      }
      for (const question of cliff.asked === true ? questions : [])
        times.asked[question].push((await session.ask(question, position)).milliseconds);
      await session.rest();
      const [formatted, wait] = await session.askingBeside(pointedAt, () => session.format());
      times.format.push(formatted.milliseconds);
      times.elsewhere.push(wait);
      const count = listOf(formatted.result).length;
      if (count > mostFormattingEdits) complaints.add(cliff.name, `is formatted by ${count} edits`);
    } finally {
      await session.stop();
    }
  }
  return times;

  async function taking(session: Session, work: () => Promise<Findings>): Promise<number> {
    const [{ diagnostics, milliseconds }, wait] = await session.askingBeside(pointedAt, work);
    times.elsewhere.push(wait);
    if (diagnostics.length < cliff.problems)
      complaints.add(cliff.name, `has ${diagnostics.length} problems, not ${cliff.problems}`);
    return milliseconds;
  }
}
