/**
 * Something that people write into an analysis: the text, what is said of it, the text after each fix that is
 * offered (★: the preferred one), and the text after “fix all” where that does anything.
 */
export type ScrapRow = readonly [
  written: string,
  said: readonly string[],
  offered: readonly string[],
  afterAll?: string,
];

/** What may be written into the analyses of the tables. */
export const scrapSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    total: { type: "integer" },
    mean: { type: "number" },
    maybe: { type: ["number", "null"] },
    name: { type: "string" },
    ok: { type: "boolean" },
    kind: { enum: ["A", "B"] },
    list: { type: "array", items: { type: "number" } },
    names: { type: "array", items: { type: "string" } },
    in: { type: "object", properties: { a: {}, b: {} } },
    entries: { type: "array", items: { type: "object" } },
    any: {},
  },
};

const before = `{
  "risk-of-bias-method": "RISK_OF_BIAS_1",
  "analysis-groups": [
    {
      "number": 1,
      "name": "a",
      "analyses": [
        {
          `;
const margin = "\n          ";
const after = `
        }
      ]
    }
  ]
}
`;

/** A document with an analysis that has these lines between its braces. */
export function documentAround(lines: string): string {
  return before + lines.replaceAll("\n", margin) + after;
}

/** The lines between the braces of the analysis; the whole document where more than those changed. */
export function linesOf(document: string): string {
  if (!document.startsWith(before.trimEnd()) || !document.endsWith(after)) return document;
  return document.slice(before.trimEnd().length, -after.length).trim().replaceAll(margin, "\n");
}
