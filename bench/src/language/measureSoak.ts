import { TextPositions } from "../documents/textPositions";
import { usualDocument } from "../documents/makeDocument";
import type { Complaints } from "../report/complaints";
import type { Row, Table } from "../report/table";
import { mebibytes, ofTheirs } from "../report/table";
import { Session } from "../servers/session";
import type { Subject } from "../servers/subject";
import { wrongFindings } from "../trace/checkFindings";
import { completionProbes, hoverProbes } from "../trace/probes";
import { makeTrace } from "../trace/trace";

const edits = 10_000;
const documents = 50;
const lookUps = 1000;
/** The curve's points. */
const points = 10;
/** What the end may be of the first point. */
const most = 1.2;

/**
 * The memory of a server over what somebody does in an hour, without the pauses: edits in a document of 1.2 MB, other
 * documents opened and closed, completion and hover.
 */
export async function measureSoak(subject: Subject, complaints: Complaints): Promise<Table> {
  const document = usualDocument("1.2 MB", 1.24e6);
  const other = usualDocument("100 KB", 100_000);
  const positions = new TextPositions(document.text);
  const parts = [0.1, 0.5, 0.7, 0.9];
  const trace = makeTrace(document, positions, { editedAt: parts, typed: 40, hasTypedProperty: true });
  const probes = parts.flatMap((part) => [
    ...completionProbes(document.text, positions, part).map((probe) => ({ about: "completion", ...probe })),
    ...hoverProbes(document.text, positions, part).map((probe) => ({ about: "hover", ...probe })),
  ]);
  // Rounds of the trace are whole, so that the text is its own again when something else is done.
  const rounds = Math.ceil(edits / trace.length);
  console.log(`• a session of ${rounds * trace.length} edits`);
  const session = await Session.start(subject);
  const memory: number[] = [];
  try {
    await session.open(document.text);
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, change, expected } of trace) {
        const { diagnostics } = await session.change(change);
        const wrong = wrongFindings(subject, diagnostics, expected);
        if (wrong !== undefined) complaints.add("a long session", `${name}: ${wrong}`);
      }
      for (let count = share(documents, round); count > 0; count -= 1)
        await session.openAndClose(other.text, `${round}-${count}.analyses.json`);
      for (let count = share(lookUps, round); count > 0; count -= 1) {
        const probe = probes[count % probes.length];
        if (probe === undefined) continue;
        await session.askAfter(probe.change, `textDocument/${probe.about}`, probe.position);
        session.send(probe.undo);
      }
      if (share(points, round) === 0) continue;
      await session.rest();
      memory.push(session.memory("now") ?? NaN);
    }
  } finally {
    await session.stop();
  }
  const [first = NaN] = memory;
  const rows = memory.map((bytes, index): Row => ({
    what: `after ${Math.round(((index + 1) / points) * rounds) * trace.length} edits`,
    ours: mebibytes(bytes),
    theirs: mebibytes(first),
    ...(index === memory.length - 1 && { limit: ofTheirs(most) }),
  }));
  const title = `Memory over a session: ${edits} edits, ${documents} documents opened and closed, ${lookUps} look-ups`;
  return { title, comparedWith: "at the first point", rows };

  /** How many of so many fall into a round, all being spread over the rounds. */
  function share(all: number, round: number): number {
    return Math.floor((all * (round + 1)) / rounds) - Math.floor((all * round) / rounds);
  }
}
