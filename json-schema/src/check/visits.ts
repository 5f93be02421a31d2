import type { Report, SchemaCondition, SchemaProblem } from "./problems";

/** The result of a schema for a value, and the run's state and the condition that it depends on. */
interface Visit {
  readonly scope: object | undefined;
  readonly unfinished: boolean;
  readonly problems: readonly SchemaProblem[] | undefined;
  readonly condition: SchemaCondition | undefined;
  readonly valid: boolean;
}

/**
 * Caches the last result of each schema for each value: if many paths lead to a schema, such as `allOf` on thirty
 * levels, it checks a value once.
 */
export class Visits {
  readonly #last = new Map<object, Map<object, Visit>>();

  /** Runs the check of a value, unless the schema has just checked it in the same scope and state. */
  once(
    checker: object,
    value: object,
    { scope, unfinished }: Pick<Visit, "scope" | "unfinished">,
    report: Report | undefined,
    check: () => boolean,
  ): boolean {
    const ofChecker = this.#last.get(checker) ?? new Map<object, Visit>();
    this.#last.set(checker, ofChecker);
    const [problems, condition] = [report?.problems, report?.condition];
    const last = ofChecker.get(value);
    const isSame =
      last?.scope === scope &&
      last?.unfinished === unfinished &&
      last.problems === problems &&
      last.condition === condition;
    if (isSame) return last.valid;
    const valid = check();
    ofChecker.set(value, { scope, unfinished, problems, condition, valid });
    return valid;
  }
}
