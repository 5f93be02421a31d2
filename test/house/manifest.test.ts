import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import ts from "typescript";
import { diagnosticCodes } from "@analyses/protocol/diagnosticCodes";
import {
  configurationNames,
  defaultAnalysesSettings,
  readAnalysesSettings,
  severityNames,
} from "@analyses/protocol/settings";
import { forEachNode, sources } from "../../scripts/lib/texts.mjs";
import { packagedFiles } from "../../scripts/lib/vsix.mjs";

interface Setting {
  readonly default: unknown;
  readonly properties?: Readonly<Record<string, { readonly enum: readonly string[] }>>;
}

interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command?: string }[]>>;
    readonly keybindings: readonly { readonly command: string }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly completionEvents: readonly string[] }[];
    }[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
  };
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const manifestFiles = ["package.json", "package.nls.json", "package.nls.de.json", "package.nls.es.json"];
const { commands, menus, keybindings, walkthroughs, configuration } = manifest.contributes;
const contributed = commands.map(({ command }) => command).sort();

describe("package.json", () => {
  it("names the commands that the code has, and no other", () => {
    const names = sources().flatMap(commandNames);
    assert.deepEqual(contributed, names.map((name) => `analysesRegistry.${name}`).sort());
  });

  it("names one command Sign In, so that it is the first row for these words", () => {
    for (const file of manifestFiles.slice(1)) {
      const texts = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>;
      const words = texts["command.signIn.title"]?.replace("…", "") ?? "";
      const named = Object.keys(texts).filter(
        (key) => /^command\..*\.title$/.test(key) && texts[key]?.includes(words) === true,
      );
      assert.deepEqual(named, ["command.signIn.title"], file);
    }
  });

  it("has no menu entry, no key and no step of the walkthrough for a command that is not there", () => {
    const used = [...Object.values(menus).flat(), ...keybindings].flatMap(({ command }) => command ?? []);
    const steps = walkthroughs.flatMap(({ steps }) => steps.flatMap((step) => step.completionEvents));
    used.push(...steps.flatMap((event) => /^onCommand:(.*)$/.exec(event)?.slice(1) ?? []));
    assert.ok(used.length > 0);
    for (const command of used) assert.ok(contributed.includes(command), command);
  });

  it("gives the settings the defaults that the language server takes without a value", () => {
    const settings: Record<string, unknown> = {};
    const parts: Record<string, Record<string, unknown>> = {};
    for (const [key, setting] of Object.entries(configuration.properties)) {
      const [, name = "", part] = key.split(".");
      if (part === undefined) settings[name] = setting.default;
      else settings[name] = parts[name] = { ...parts[name], [part]: setting.default };
    }
    assert.deepEqual(readAnalysesSettings(settings), defaultAnalysesSettings);
  });

  it("describes the configuration file by the settings that the checker knows, each with what it means", () => {
    const schema = JSON.parse(readFileSync("dist/analyses.config.schema.json", "utf8")) as {
      properties: Readonly<Record<string, { description?: string; markdownDescription?: string }>>;
    };
    assert.deepEqual(Object.keys(schema.properties), [
      "$schema",
      "exclude",
      ...configurationNames(),
      "references",
      "evidence",
    ]);
    for (const [name, { description, markdownDescription }] of Object.entries(schema.properties))
      if (configuration.properties[`analysesRegistry.${name}`] !== undefined)
        assert.match(description ?? markdownDescription ?? "", /^[A-Z].{20}/, name);
    const ajv = new Ajv({ strict: false, allErrors: true });
    const isConfiguration = ajv.compile(schema);
    assert.ok(
      isConfiguration({ itemSchema: "a.json", severity: { syntax: "off" }, "references.check": false }) &&
        isConfiguration({ exclude: ["drafts"], references: { check: false } }),
    );
    for (const wrong of [
      { registries: [] },
      { exclude: "drafts" },
      { evidence: { role: {} } },
      { itemShema: "" },
      { severity: { syntax: "fatal" } },
      { maxProblems: "5" },
    ])
      assert.ok(!isConfiguration(wrong), JSON.stringify(wrong));
  });

  it("lets each kind of finding have each severity", () => {
    const severities = configuration.properties["analysesRegistry.severity"]?.properties ?? {};
    assert.deepEqual(Object.keys(severities), diagnosticCodes);
    for (const { enum: names } of Object.values(severities)) assert.deepEqual(names, severityNames);
  });

  it("allows as the oldest VS Code the one whose API it is checked against and tested in", () => {
    const oldest = manifest.engines.vscode.replace("^", "");
    assert.equal(manifest.devDependencies["@types/vscode"], oldest);
    assert.ok(readFileSync(".github/workflows/ci.yml", "utf8").includes(`vscode: [${oldest}, stable]`));
  });

  it("names no address as the project's that is not known to be: reports of weaknesses would go to strangers", () => {
    for (const field of ["repository", "bugs", "homepage", "qna"]) assert.ok(!(field in manifest), field);
  });

  it("refers only to files that are packed", async () => {
    const packed = await packagedFiles();
    const texts = manifestFiles.map((file) => readFileSync(file, "utf8")).join("");
    const files = [...texts.matchAll(/"(?:\.\/)?((?:client|dist|media|schemas)\/[^"]+)"/g)];
    assert.ok(files.length > 0);
    for (const [, file = ""] of files) assert.ok(packed.includes(file), file);
  });
});

/** Names of the commands in a source: of the entries in its constants with the type `Commands`. */
function commandNames(source: ts.SourceFile): readonly string[] {
  const names: string[] = [];
  forEachNode(source, (node) => {
    if (!ts.isVariableDeclaration(node) || node.type?.getText(source) !== "Commands") return;
    assert.ok(node.initializer && ts.isObjectLiteralExpression(node.initializer));
    for (const { name } of node.initializer.properties) {
      assert.ok(name);
      names.push(name.getText(source));
    }
  });
  return names;
}
