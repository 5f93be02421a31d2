import type { CancellationToken, CompletionList, Hover, Position } from "vscode-languageserver";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { mostSuggestions } from "../../features/completion/referenceItems";
import type { AnalysesLanguageService } from "../../languageService";
import type { ClientFeatures } from "../clientFeatures";
import type { ConnectionRuntime } from "../runtime";
import type { RegistryQuestions } from "./registryQuestions";
import { withinTime } from "./withinTime";

/** How long a list of completions waits for what registries know, in milliseconds. */
const completionPatience = 300;
/** The same where schemas have something to offer: as long as a client takes that looks nothing up. */
const briefPatience = 50;
/** How long a hover waits for a record, in milliseconds. */
const hoverPatience = 2000;

/** Adds to completion and hover what registries know; adds nothing where the client answers no questions. */
export class ReferenceAnswers {
  constructor(
    private readonly service: AnalysesLanguageService,
    private readonly questions: RegistryQuestions,
    private readonly runtime: ConnectionRuntime,
    private readonly client: () => ClientFeatures,
  ) {}

  /** @param own what schemas offer */
  async complete(
    document: AnalysesDocument,
    position: Position,
    own: CompletionList,
    token: CancellationToken,
  ): Promise<CompletionList> {
    const { service, questions } = this;
    if (!questions.areAnswered) return own;
    const place = service.referencePlaceAt(document, position);
    if (place === undefined) return own;
    const { kinds, typed } = place;
    const mayWait = own.items.length === 0;
    const params = { uri: document.uri, kinds, text: typed, limit: mostSuggestions, mayWait };
    // What comes too late is not stopped: it makes the next answer, to the next key, a quick one.
    const work = questions.suggest(params, token);
    const answer = await withinTime(this.runtime, mayWait ? completionPatience : briefPatience, work);
    const suggestions = answer.kind === "done" ? answer.value : undefined;
    return service.withReferences(document, place, own, suggestions, this.client().completion);
  }

  /** @param own what schemas say */
  async hover(
    document: AnalysesDocument,
    position: Position,
    own: Hover | null,
    token: CancellationToken,
  ): Promise<Hover | null> {
    const { service, questions } = this;
    if (!questions.areAnswered) return own;
    const reference = service.referenceAt(document, position);
    if (reference === undefined || reference.link === "") return own;
    const { kind, id, link } = reference;
    const work = questions.lookUp(
      { uri: document.uri, purpose: "hover", records: [{ kind, id, link }] },
      token,
    );
    const answer = await withinTime(this.runtime, hoverPatience, work);
    const result = answer.kind === "done" ? answer.value?.[0] : answer;
    if (result === undefined) return own;
    return service.recordHover(own, reference, result, this.client().hoverFormat);
  }
}
