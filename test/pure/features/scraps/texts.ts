import type { ScrapRow } from "../support/scraps";

/** Texts with quotes or line breaks in them, in other quotes, or in none. */
export const texts: readonly ScrapRow[] = [
  [
    "\"in\": {'a': 1}",
    ["⟨'a'⟩ Text must be in double quotes, not single ones."],
    ['★ "in": {"a": 1}'],
    '"in": {"a": 1}',
  ],
  [
    '"name": "Mortality at "12" months"',
    ['⟨"12"⟩ A quote in text is written `\\"`.'],
    ['★ "name": "Mortality at \\"12\\" months"'],
  ],
  [
    '"name": "Mortality at "12", 13 months"',
    ['⟨"12"⟩ A quote in text is written `\\"`.'],
    ['★ "name": "Mortality at \\"12\\", 13 months"'],
  ],
  [
    '"name": "Mortality at "12" and "24" months"',
    ['⟨"12" and "24"⟩ A quote in text is written `\\"`.'],
    ['★ "name": "Mortality at \\"12\\" and \\"24\\" months"'],
  ],
  ['"name": "12" catheter"', ['⟨"⟩ A quote in text is written `\\"`.'], ['★ "name": "12\\" catheter"']],
  [
    '"name": "Mortality"",\n"total": 1',
    ['⟨"⟩ `"` is no part of the document: remove it.'],
    ['★ "name": "Mortality",\n"total": 1'],
  ],
  [
    '"name": ""Mortality",\n"total": 1',
    ['⟨"⟩ `"` is no part of the document: remove it.'],
    ['★ "name": "Mortality",\n"total": 1'],
  ],
  [
    '"name": "Pain, at rest"", "total": 1',
    ['⟨"⟩ `"` is no part of the document: remove it.'],
    ['★ "name": "Pain, at rest", "total": 1'],
  ],
  [
    '"name": ""Pain, at rest", "total": 1',
    ['⟨"⟩ `"` is no part of the document: remove it.'],
    ['★ "name": "Pain, at rest", "total": 1'],
  ],
  ['"names": ["a"", "b"]', ['⟨"⟩ `"` is no part of the document: remove it.'], ['★ "names": ["a", "b"]']],
  ['"names": [""a", "b"]', ['⟨"⟩ `"` is no part of the document: remove it.'], ['★ "names": ["a", "b"]']],
  [
    '"name": "Catheter of 5""',
    ['⟨"⟩ `"` is no part of the document: remove it.'],
    ['"name": "Catheter of 5"', '"name": "Catheter of 5\\""'],
  ],
  [
    '"name": Pain: VAS",\n"total": 1',
    ['⟨Pain: VAS"⟩ Text must be in double quotes: "Pain: VAS".'],
    ['★ "name": "Pain: VAS",\n"total": 1'],
  ],
  [
    '"name": urn:analyses-registry:analyses:1.0.0,\n"total": 1',
    [
      '⟨urn:analyses-registry:analyses:1.0.0⟩ Text must be in double quotes: "urn:analyses-registry:analyses:1.0.0".',
    ],
    ['★ "name": "urn:analyses-registry:analyses:1.0.0",\n"total": 1'],
  ],
  [
    '"name": Pain, total: 1',
    [
      '⟨Pain⟩ Text must be in double quotes: "Pain".',
      '⟨total⟩ The property\'s name must be in double quotes: "total".',
    ],
    ['★ "name": "Pain", total: 1', '★ "name": "Pain", total: 1'],
    '"name": Pain, "total": 1',
  ],
  ['"name": ""Mortality""', ['⟨"Mortality"⟩ A quote in text is written `\\"`.'], ['★ "name": "Mortality"']],
  [
    '"name": "Pain, "severe" type"',
    ['⟨"severe"⟩ A quote in text is written `\\"`.'],
    ['★ "name": "Pain, \\"severe\\" type"'],
  ],
  [
    '"names": ["say "hi" now", "b"]',
    ['⟨"hi"⟩ A quote in text is written `\\"`.'],
    ['★ "names": ["say \\"hi\\" now", "b"]'],
  ],
  [
    '"names": ["Mortality at " 12 " months"]',
    ['⟨" 12 "⟩ A quote in text is written `\\"`.'],
    ['★ "names": ["Mortality at \\" 12 \\" months"]'],
  ],
  [
    '"name": "Mortality,\n"total": 1',
    ['⟨"Mortality⟩ The closing quote of this text is missing.'],
    ['★ "name": "Mortality",\n"total": 1'],
  ],
  [
    '"name": "Mortality\n"total": 1',
    ['⟨"Mortality⟩ The closing quote of this text is missing.'],
    ['★ "name": "Mortality",\n"total": 1'],
  ],
  [
    '"name": "Mortality, "total": 1',
    ['⟨"Mortality⟩ The closing quote of this text is missing.'],
    ['★ "name": "Mortality", "total": 1'],
  ],
  [
    '"name": "Pain: VAS 0 to 100,\n"total": 1',
    ['⟨"Pain: VAS 0 to 100⟩ The closing quote of this text is missing.'],
    ['★ "name": "Pain: VAS 0 to 100",\n"total": 1'],
  ],
  [
    '"name": "urn:analyses-registry:analyses:1.0.0,\n"total": 1',
    ['⟨"urn:analyses-registry:analyses:1.0.0⟩ The closing quote of this text is missing.'],
    ['★ "name": "urn:analyses-registry:analyses:1.0.0",\n"total": 1'],
  ],
  [
    '"name": "https://doi.org/10.1000/x',
    ['⟨"https://doi.org/10.1000/x⟩ The closing quote of this text is missing.'],
    ['★ "name": "https://doi.org/10.1000/x"'],
  ],
  [
    '"name": "Dose 1:2 of drug,\n"total": 1',
    ['⟨"Dose 1:2 of drug⟩ The closing quote of this text is missing.'],
    ['★ "name": "Dose 1:2 of drug",\n"total": 1'],
  ],
  [
    '"name": "Pain: VAS, "total": 1',
    ['⟨"Pain: VAS⟩ The closing quote of this text is missing.'],
    ['★ "name": "Pain: VAS", "total": 1'],
  ],
  [
    '"names": ["Data missing: see text],\n"total": 1',
    ['⟨"Data missing: see text⟩ The closing quote of this text is missing.'],
    ['★ "names": ["Data missing: see text"],\n"total": 1'],
  ],
  [
    '"names": [\n  "Data missing: see text,\n  "b"\n]',
    ['⟨"Data missing: see text⟩ The closing quote of this text is missing.'],
    ['★ "names": [\n  "Data missing: see text",\n  "b"\n]'],
  ],
  [
    '"names": ["a, "b", "c"]',
    ['⟨"a⟩ The closing quote of this text is missing.'],
    ['★ "names": ["a", "b", "c"]'],
  ],
  [
    '"name": Mortality"',
    ['⟨Mortality"⟩ Text must be in double quotes: "Mortality".'],
    ['★ "name": "Mortality"'],
  ],
  [
    '"name": Mortality" at 12"',
    ['⟨Mortality" at 12"⟩ Text must be in double quotes: "Mortality" at 12".'],
    ['★ "name": "Mortality\\" at 12"'],
  ],
  [
    '"name": "Mortality" (all causes)',
    ['⟨"Mortality" (all causes)⟩ Text must be in double quotes: "Mortality (all causes)".'],
    ['★ "name": "Mortality (all causes)"'],
  ],
  [
    '"name": Mortality',
    ['⟨Mortality⟩ Text must be in double quotes: "Mortality".'],
    ['★ "name": "Mortality"'],
  ],
  ['"name": Low risk', ['⟨Low risk⟩ Text must be in double quotes: "Low risk".'], ['★ "name": "Low risk"']],
  [
    '"name": Low "risk" of bias',
    ['⟨Low "risk" of bias⟩ Text must be in double quotes: "Low "risk" of bias".'],
    ['★ "name": "Low \\"risk\\" of bias"'],
  ],
  [
    '"name": «Mortality»',
    ['⟨«Mortality»⟩ Text must be in double quotes: "Mortality".'],
    ['★ "name": "Mortality"'],
  ],
  [
    '"name": « Mortality »',
    ['⟨« Mortality »⟩ Text must be in double quotes: "Mortality".'],
    ['★ "name": "Mortality"'],
  ],
  [
    '"name": `Mortality`',
    ['⟨`Mortality`⟩ Text must be in double quotes: "Mortality".'],
    ['★ "name": "Mortality"'],
  ],
  [
    '"name": „Mortality“',
    ['⟨„Mortality“⟩ Text must be in double quotes: "Mortality".'],
    ['★ "name": "Mortality"'],
  ],
  [
    '"name": “Pain, at 6 months”',
    ['⟨“Pain, at 6 months”⟩ Text must be in double quotes: "Pain, at 6 months".'],
    ['★ "name": "Pain, at 6 months"'],
  ],
  [
    '"name": ‘Crohn’s disease’',
    ['⟨‘Crohn’s disease’⟩ Text must be in double quotes: "Crohn’s disease".'],
    ['★ "name": "Crohn’s disease"'],
  ],
  [
    '"name": ‹Mortality›',
    ['⟨‹Mortality›⟩ Text must be in double quotes: "Mortality".'],
    ['★ "name": "Mortality"'],
  ],
  [
    "\"name\": 'Mortality'",
    ["⟨'Mortality'⟩ Text must be in double quotes, not single ones."],
    ['★ "name": "Mortality"'],
    '"name": "Mortality"',
  ],
  [
    "\"name\": 'Crohn's disease'",
    ["⟨'Crohn's disease'⟩ Text must be in double quotes, not single ones."],
    ['★ "name": "Crohn\'s disease"'],
  ],
  [
    '"name": \'the "best" one\'',
    ["⟨'the \"best\" one'⟩ Text must be in double quotes, not single ones."],
    ['★ "name": "the \\"best\\" one"'],
    '"name": "the \\"best\\" one"',
  ],
  [
    '"name": 31 March 2026',
    ['⟨31 March 2026⟩ Text must be in double quotes: "31 March 2026".'],
    ['★ "name": "31 March 2026"'],
  ],
  [
    '"name": 31/03/2026',
    ["⟨31/03/2026⟩ `31/03/2026` is not a number as JSON writes it."],
    ['★ "name": "31/03/2026"'],
  ],
  [
    '"name": 2026-03-31',
    ["⟨2026-03-31⟩ `2026-03-31` is not a number as JSON writes it."],
    ['★ "name": "2026-03-31"'],
  ],
  [
    '"name": https://doi.org/10.1000/x',
    ['⟨https://doi.org/10.1000/x⟩ Text must be in double quotes: "https://doi.org/10.1000/x".'],
    ['★ "name": "https://doi.org/10.1000/x"'],
  ],
  [
    '"name": 10.1000/x',
    ["⟨10.1000/x⟩ `10.1000/x` is not a number as JSON writes it."],
    ['★ "name": "10.1000/x"'],
  ],
  ['"name": a@b.c', ['⟨a@b.c⟩ Text must be in double quotes: "a@b.c".'], ['★ "name": "a@b.c"']],
  ['"kind": A', ['⟨A⟩ Text must be in double quotes: "A".'], ['★ "kind": "A"']],
  ['"ok": True', ["⟨True⟩ `True` is not a value that JSON knows."], ['★ "ok": true'], '"ok": true'],
  ['"ok": TRUE', ["⟨TRUE⟩ `TRUE` is not a value that JSON knows."], ['★ "ok": true'], '"ok": true'],
  ['"ok": yes', ["⟨yes⟩ `yes` is not a value that JSON knows."], ['"ok": true']],
  ['"name": TRUE', ["⟨TRUE⟩ `TRUE` is not a value that JSON knows."], ['"name": "TRUE"']],
  [
    '"name": 12',
    ['⟨12⟩ `name` must be text in double quotes, not a number: write "12".'],
    ['★ "name": "12"'],
    '"name": "12"',
  ],
  [
    '"name": 1.50',
    ['⟨1.50⟩ `name` must be text in double quotes, not a number: write "1.50".'],
    ['★ "name": "1.50"'],
    '"name": "1.50"',
  ],
  [
    '"name": true',
    ['⟨true⟩ `name` must be text in double quotes, not true or false: write "true".'],
    ['★ "name": "true"'],
    '"name": "true"',
  ],
  [
    '"total": "12"',
    ['⟨"12"⟩ `total` must be a whole number, not text: write 12.'],
    ['★ "total": 12'],
    '"total": 12',
  ],
  [
    '"total": " 12 "',
    ['⟨" 12 "⟩ `total` must be a whole number, not text: write 12.'],
    ['★ "total": 12'],
    '"total": 12',
  ],
  ['"total": "1,480"', ['⟨"1,480"⟩ `total` must be a whole number, not text.'], ['"total": 1480']],
  ['"total": "12', ['⟨"12⟩ The closing quote of this text is missing.'], ['★ "total": "12"']],
  ['"total": ""12""', ['⟨"12"⟩ A quote in text is written `\\"`.'], ['★ "total": "12"']],
  [
    '"mean": "1.50"',
    ['⟨"1.50"⟩ `mean` must be a number, not text: write 1.50.'],
    ['★ "mean": 1.50'],
    '"mean": 1.50',
  ],
  [
    '"ok": "true"',
    ['⟨"true"⟩ `ok` must be true or false, not text: write true.'],
    ['★ "ok": true'],
    '"ok": true',
  ],
  [
    '"name": "a\\d"',
    ["⟨\\d⟩ `\\d` is not an escape that JSON knows: a backslash in text is written `\\\\`."],
    ['★ "name": "a\\\\d"'],
  ],
  [
    '"name": "a\tb"',
    [
      "⟨\t⟩ Text must not contain a tab or another control character as such: write it as an escape such as `\\t`.",
    ],
    ['★ "name": "a\\tb"'],
    '"name": "a\\tb"',
  ],
  ['"name": "a" "b"', ['⟨"a" "b"⟩ Text must be in double quotes: "a" "b".'], ['★ "name": "a\\" \\"b"']],
  ["\"name\": ''b''", ["⟨''b''⟩ Text must be in double quotes, not single ones."], ['★ "name": "b"']],
  ['"name": ″b″', ['⟨″b″⟩ Text must be in double quotes: "b".'], ['★ "name": "b"']],
];
