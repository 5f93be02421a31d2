/** Values of the context keys in a `when` clause; missing keys are undefined. */
export type ContextKeys = Readonly<Record<string, string | boolean>>;

/**
 * Evaluates a `when` clause, for the operators that package.json uses: `!key`, `key`, `key == value`, `key != value`,
 * `key =~ /pattern/flags`, joined by `&&` and `||` (VS Code, "when clause contexts").
 */
export function holds(clause: string | undefined, keys: ContextKeys): boolean {
  return (clause ?? "true")
    .split("||")
    .some((any) => any.split("&&").every((one) => holdsPart(one.trim(), keys)));
}

function holdsPart(part: string, keys: ContextKeys): boolean {
  if (part === "true") return true;
  const comparison = /^([\w.]+) (==|!=|=~) (.+)$/.exec(part);
  if (comparison === null) {
    const [, negation, key = ""] = /^(!?)([\w.]+)$/.exec(part) ?? unreadable(part);
    return isSet(keys[key]) === (negation === "");
  }
  const [, key = "", operator, operand = ""] = comparison;
  const value = String(keys[key] ?? "");
  if (operator === "=~") {
    const [, pattern = "", flags] = /^\/(.*)\/(\w*)$/.exec(operand) ?? unreadable(part);
    return new RegExp(pattern, flags).test(value);
  }
  return (value === operand.replace(/^'(.*)'$/, "$1")) === (operator === "==");
}

function isSet(value: string | boolean | undefined): boolean {
  return value !== undefined && value !== false && value !== "";
}

function unreadable(part: string): never {
  throw new Error(`This test does not understand ${part}.`);
}
