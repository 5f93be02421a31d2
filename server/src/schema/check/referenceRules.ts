import type { Rule, RuleSource } from "./rule";

/** `$ref` and `$dynamicRef` (core 2020-12, section 8.2.3). */
export function referenceRules({ schema, resolve, resolveDynamic }: RuleSource): readonly Rule[] {
  const rules: Rule[] = [];
  const { $ref, $dynamicRef } = schema;
  if (typeof $ref === "string") {
    const target = resolve($ref);
    if (target !== undefined)
      rules.push((value, run, report, evaluated) => target.check(value, run, report?.by(schema), evaluated));
  }
  if (typeof $dynamicRef === "string") {
    const targetIn = resolveDynamic($dynamicRef);
    if (targetIn !== undefined)
      rules.push((value, run, report, evaluated) =>
        targetIn(run.scope).check(value, run, report?.by(schema), evaluated),
      );
  }
  return rules;
}
