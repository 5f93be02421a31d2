import { type AnalysesDocument, createDocument } from "@analyses/server/document/analysesDocument";
import { withCaret } from "../../../support/caret";

/** Creates a document with the text. */
export function documentOf(text: string): AnalysesDocument {
  return createDocument("file:///review.analyses.json", "analyses", 1, text);
}

/** Creates a document from a text whose caret is marked by `|`. */
export function documentWithCaret(written: string) {
  const { text, offset } = withCaret(written);
  const document = documentOf(text);
  return { document, position: document.text.positionAt(offset) };
}

/** A document with three groups, containing two, one and no analyses. */
export const review = `{
  "$schema": "urn:analyses-registry:analyses:1.0.0",
  "risk-of-bias-method": "RISK_OF_BIAS_2",
  "analysis-groups": [
    {
      "number": 1,
      "name": "Drug versus placebo",
      "analyses": [
        {
          "name": "Mortality",
          "studies": [
            1.50
          ]
        },
        { "title": "Pain" }
      ]
    },
    { "number": 2.0, "name": "", "analyses": [ {} ] },
    { "analyses": [] }
  ]
}
`;
