import assert from "node:assert/strict";
import { type DecimalSeparator, itemsOfDocument } from "@analyses/evidence";
import type { PastedStudies } from "@analyses/protocol/evidencePanel";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";
import { roleBinding } from "@analyses/server/evidence/analysisEvidence";
import { studyListAt } from "@analyses/server/features/evidencePanel/evidenceTable";
import { pastedStudies } from "@analyses/server/features/evidencePanel/tableEdits";
import { textAfter } from "../../../support/textAfter";
import { documentWithCaret } from "./documents";
import { sampleSchemas } from "./schemas";

export const noSchema: SchemaContext = { ...sampleSchemas, itemSchema: { kind: "none" } };

export const analysis = (studies: string, more = ""): string =>
  `{
  "analysis-groups": [
    {
      "number": 1,
      "name": "a",
      "analyses": [
        {
          "outcome-type": "DICHOTOMOUS",${more}
          "studies": ${studies}
        }
      ]
    }
  ]
}
`;

/** An analysis of effects with standard errors. */
export const contrast = (studies: string): string =>
  analysis(studies).replace("DICHOTOMOUS", "CONTRAST_LEVEL");

interface Pasted {
  readonly made: PastedStudies | null;
  /** The text after pasting. */
  readonly text: string;
  /** Names and numbers of the analysis's studies after pasting. */
  readonly rows: readonly unknown[];
}

export function paste(
  written: string,
  copied: string,
  columns: readonly (string | null)[] | null = null,
  context = sampleSchemas,
  decimal: DecimalSeparator | null = null,
): Pasted {
  const { made, text, binding } = pasted(written, copied, columns, context, decimal);
  if (made?.kind !== "edits") return { made, text, rows: [] };
  const [item] = itemsOfDocument(JSON.parse(text.replace(/\/\/.*|\/\*.*\*\//g, "")), binding);
  const rows = (item?.evidence.content.rows ?? []).map(({ study, numbers }) =>
    [study, ...numbers.map(([, value]) => value)].join(" "),
  );
  return { made, text, rows };
}

/** The text after pasting; may contain syntax errors. */
export function pastedText(written: string, copied: string, context = sampleSchemas): string {
  return pasted(written, copied, null, context).text;
}

function pasted(
  written: string,
  copied: string,
  columns: readonly (string | null)[] | null,
  context: SchemaContext,
  decimal: DecimalSeparator | null = null,
) {
  const { document, position } = documentWithCaret(written);
  const binding = roleBinding(context, { roles: {} });
  const list = studyListAt(document, context, binding, position);
  const made = list === undefined ? null : pastedStudies(list, copied, columns, decimal);
  const text = written.replace("|", "");
  if (made?.kind !== "edits") return { made, text, binding };
  assert.equal(made.edits.length, 1, "one edit");
  return { made, text: textAfter(text, made.edits), binding };
}

export const two = "Abara 2014\t12\t148\t19\t151\nBergström 2016\t7\t92\t11\t90\n";
export const header = "Study\tDrug events\tDrug N\tPlacebo events\tPlacebo N\n";
export const labels = '\n          "experimental-label": "Drug",\n          "comparator-label": "Placebo",';
export const inOrder = [
  "study",
  "experimental-events",
  "experimental-total",
  "comparator-events",
  "comparator-total",
];
