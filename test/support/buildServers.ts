/** A command that a build server finds in a line of a log. */
interface BuildCommand {
  readonly name: string;
  readonly line: string;
}

/**
 * Finds the commands that a build server executes from a step's output, by the rules of their sources: GitHub's runner
 * (`ActionCommand.TryParseV2`, `TryParse`), Azure's agent (`Command.TryParse`), and TeamCity's service messages.
 */
export function commandsIn(log: string): readonly BuildCommand[] {
  return log.split(/\r\n|\r|\n/).flatMap((line) => {
    const trimmed = line.trimStart();
    const end = trimmed.startsWith("::") ? trimmed.indexOf("::", 2) : -1;
    const names = end > 0 ? [trimmed.slice(2, end).split(" ")[0] ?? ""] : [];
    for (const prefix of ["##[", "##vso[", "##teamcity["]) {
      const at = line.indexOf(prefix);
      if (at < 0) continue;
      const closing = prefix === "##teamcity[" ? "" : "]";
      const until = line.indexOf(closing, at);
      if (until >= 0) names.push(line.slice(at + prefix.length, until).split(" ")[0] ?? "");
    }
    return names.map((name) => ({ name, line }));
  });
}

/** Text in a document that is an injected build command, or may look like one. */
export const hostileTexts = [
  "::set-output name=pwn::evil",
  "  ::stop-commands::evil",
  "##[set-output name=pwn]evil",
  "before ##[error]evil",
  "##vso[task.setvariable variable=PATH]evil",
  "a ###vso[task.prependpath]evil",
  "##teamcity[buildStop comment='evil']",
  "x\n::add-mask::evil",
  "x\r::add-mask::evil",
  "\u00a0::debug::evil",
  "\u001b[31m\u202e\u009b31m",
];
