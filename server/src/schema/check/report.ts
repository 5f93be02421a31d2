import type { JsonObject } from "../../document/valueOf";
import type { SchemaProblem } from "../compiledSchema";
import type { ProblemDetail } from "../problemDetail";

interface Chain<Link> {
  readonly link: Link;
  readonly before: Chain<Link> | undefined;
}

/** More problems by one branch tell nothing about which branch is meant. */
const mostOfBranch = 100;

/** Collects problems of one value: where it stands, and which schemas led to it. */
export class Report {
  private constructor(
    readonly problems: SchemaProblem[],
    private readonly limit: number,
    private readonly path: Chain<string | number> | undefined,
    private readonly parents: Chain<JsonObject> | undefined,
  ) {}

  /** @param limit how many problems to keep */
  static start(limit: number): Report {
    return new Report([], limit, undefined, undefined);
  }

  get isFull(): boolean {
    return this.problems.length >= this.limit;
  }

  /** The report on a property or element of the value. */
  at(step: string | number): Report {
    return new Report(this.problems, this.limit, { link: step, before: this.path }, undefined);
  }

  /** The report on the same value, by a schema that `parent` led to. */
  by(parent: JsonObject): Report {
    return new Report(this.problems, this.limit, this.path, { link: parent, before: this.parents });
  }

  /** A report on the same value of its own. */
  apart(): Report {
    return new Report([], mostOfBranch, this.path, this.parents);
  }

  add(schema: JsonObject | false, detail: ProblemDetail): void {
    if (this.isFull) return;
    const [instancePath, parents] = [listOf(this.path), listOf(this.parents)];
    this.problems.push({ instancePath, detail, schema, parents });
  }
}

function listOf<Link>(chain: Chain<Link> | undefined): readonly Link[] {
  const list: Link[] = [];
  for (let rest = chain; rest !== undefined; rest = rest.before) list.push(rest.link);
  return list.reverse();
}
