import type { Hover } from "vscode-languageserver-types";
import { MarkupContent, MarkupKind } from "vscode-languageserver-types";
import { recordCard } from "../../../../protocol/src/recordCard";
import type { LookUpResult, ReferenceAtPosition } from "../../../../protocol/src/referenceRequests";
import { plainInMarkdown } from "../../presentation/documentation";
import { notAnsweredYet, oneLine, referenceUnknown } from "../../references/messages";
import { momentText, translate } from "../../localisation/translate";

/** What a lookup came to; `late` when it takes longer than somebody who points at a text waits. */
export type RecordAnswer = LookUpResult | { readonly kind: "late" };

/**
 * A hover that tells about the record which the text refers to, in front of what schemas say.
 *
 * @param own what schemas say about the place
 */
export function recordHover(
  own: Hover | null,
  { kind, id, range }: ReferenceAtPosition,
  answer: RecordAnswer,
  format: MarkupKind,
): Hover | null {
  const isMarkdown = format === MarkupKind.Markdown;
  const plain = (text: string): string => (isMarkdown ? plainInMarkdown(oneLine(text)) : oneLine(text));
  const paragraphs = paragraphsOf();
  if (paragraphs.length === 0) return own;
  const card = paragraphs.join("\n\n");
  const rest = own !== null && MarkupContent.is(own.contents) ? own.contents.value : "";
  const value = rest === "" ? card : `${card}\n\n${isMarkdown ? "---\n\n" : ""}${rest}`;
  return { contents: { kind: format, value }, range };

  function paragraphsOf(): readonly string[] {
    switch (answer.kind) {
      case "known":
        return recordCard(answer.record, {
          translate,
          plain,
          heading: (text) => (isMarkdown ? `**${text}**` : text),
          moment: momentText,
        });
      case "unknownId":
        return [plain(referenceUnknown(kind, id, answer.registry))];
      case "notChecked":
        return answer.message === "" ? [] : [plain(answer.message)];
      case "otherRegistry":
        return [];
      case "late":
        return [plain(notAnsweredYet())];
    }
  }
}
