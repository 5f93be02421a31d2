import type { Connection } from "vscode-languageserver";
import type { AnalysesSettings } from "../../../protocol/src/settings";
import {
  defaultAnalysesSettings,
  readAnalysesSettings,
  settingsSection,
} from "../../../protocol/src/settings";
import { describeProblem } from "./describeProblem";

/**
 * The settings of each document: asked of the client where it answers `workspace/configuration`, else
 * as they came with `initialize` or the last `workspace/didChangeConfiguration`.
 */
export class SettingsStore {
  private readonly answers = new Map<string, Promise<AnalysesSettings>>();
  private sent: AnalysesSettings = defaultAnalysesSettings;
  private clientAnswers = false;

  constructor(private readonly connection: Connection) {}

  initialize(initializationOptions: unknown, clientAnswers: boolean): void {
    this.sent = readAnalysesSettings(initializationOptions);
    this.clientAnswers = clientAnswers;
  }

  /**
   * Takes note of changed settings.
   *
   * @param pushed the `settings` of `workspace/didChangeConfiguration`, which some clients send whole
   */
  changed(pushed: unknown): void {
    this.answers.clear();
    const section = isObject(pushed) ? pushed[settingsSection] : undefined;
    if (isObject(section)) this.sent = readAnalysesSettings(section);
  }

  forget(uri: string): void {
    this.answers.delete(uri);
  }

  get(uri: string): Promise<AnalysesSettings> {
    const known = this.answers.get(uri);
    if (known !== undefined) return known;
    const answer = this.ask(uri);
    this.answers.set(uri, answer);
    return answer;
  }

  private async ask(scopeUri: string): Promise<AnalysesSettings> {
    if (!this.clientAnswers) return this.sent;
    try {
      const answer: unknown = await this.connection.workspace.getConfiguration({
        scopeUri,
        section: settingsSection,
      });
      return isObject(answer) ? readAnalysesSettings(answer) : this.sent;
    } catch (problem) {
      this.connection.console.warn(
        `The editor did not answer with its settings: ${describeProblem(problem)}`,
      );
      return this.sent;
    }
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
