import type { ScrapRow } from "../support/scraps";

/** What comes with text from elsewhere: other notations, patches, templates, tables, slips of the keyboard. */
export const leftovers: readonly ScrapRow[] = [
  [
    '"total" => 12',
    ["⟨=>⟩ A colon is missing between the property's name and its value."],
    ['★ "total" : 12'],
  ],
  ['"name": "a": "total": 12', ["⟨:⟩ `:` stands for a comma here."], ['★ "name": "a", "total": 12']],
  [
    '"entries": [\nStudy,Events,Total\nAbara 2014,12,148\nDelgado 2018,31,402\n]',
    [
      "⟨Study,Events,Total\n          Abara 2014,12,148\n          Delgado 2018,31,402⟩ This is not JSON, and is not read.",
    ],
    [],
  ],
  [
    '"entries": [{},\nAbara 2014\t12\t148\n]',
    ["⟨Abara 2014\t12\t148⟩ This is not JSON, and is not read."],
    [],
  ],
  [
    '"entries": [\n- study: Abara 2014\n  total: 148\n- study: Delgado 2018\n]',
    [
      "⟨- study: Abara 2014\n            total: 148\n          - study: Delgado 2018⟩ This is not JSON, and is not read.",
    ],
    [],
  ],
  [
    '"in": {\\"a\\": 1, \\"b\\": [\\"x\\"]}, "total": 1',
    [
      '⟨\\"a\\": 1, \\"b\\": [\\"x\\"]⟩ This JSON was copied out of a text: its quotes have a backslash before them.',
    ],
    ['★ "in": {"a": 1, "b": ["x"]}, "total": 1'],
  ],
  [
    '"total" -> 12',
    ["⟨->⟩ A colon is missing between the property's name and its value."],
    ['★ "total" : 12'],
  ],
  ['"entries": [\n  ...,\n  {},\n  {}\n]', ["⟨...⟩ `...` is not a value that JSON knows."], []],
  ['"in": {{"a": 1}}, "total": 1', ["⟨{⟩ The name of a property is missing before this value."], []],
  [
    '"any": [\n  {\n    "a": { "x": 1 }},\n    "b": 2\n  }\n]',
    ['⟨"⟩ A `{` is missing before this property.'],
    ['★ "any": [\n  {\n    "a": { "x": 1 }},\n    {"b": 2\n  }\n]'],
  ],
  ['"any": [\n  a\t1\n  b\t2\n]', ["⟨a\t1\n            b\t2⟩ This is not JSON, and is not read."], []],
  ['"in": { 1, 2 }', ["⟨1, 2⟩ This is not JSON, and is not read."], []],
  ['"total": 12,\n"to', ['⟨"to⟩ The closing quote of this text is missing.'], ['★ "total": 12,\n"to"']],
  [
    '"entries": {"a": 1}],\n"total": 1',
    ["⟨]⟩ This `]` closes nothing."],
    ['★ "entries": {"a": 1},\n"total": 1'],
  ],
  ['"list": {"a": 1}]', ["⟨]⟩ This `]` closes nothing."], ['★ "list": {"a": 1}']],
  [
    '"name": "C:\\Users\\temp\\a"',
    [
      "⟨\\Users\\temp\\a⟩ `\\Users\\temp\\a` is not an escape that JSON knows: a backslash in text is written `\\\\`.",
    ],
    ['★ "name": "C:\\\\Users\\\\temp\\\\a"'],
  ],
  [
    '"name": "\\a and \\d"',
    ["⟨\\a and \\d⟩ `\\a and \\d` is not an escape that JSON knows: a backslash in text is written `\\\\`."],
    ['★ "name": "\\\\a and \\\\d"'],
  ],
  ['"total": 12,\n- 23 -\n"name": "b"', ["⟨- 23 -⟩ This is not JSON, and is not read."], []],
  [
    '"entries": [\n| Study | Total |\n|---|---|\n| Abara | 12 |\n]',
    ["⟨| Study | Total |\n          |---|---|\n          | Abara | 12 |⟩ This is not JSON, and is not read."],
    [],
  ],
  [
    '"entries": [\nAbara 2014   12  148\nDelgado 2018  31  402\n]',
    ["⟨Abara 2014   12  148\n          Delgado 2018  31  402⟩ This is not JSON, and is not read."],
    [],
  ],
  [
    '"entries": [\nAbara 2014, 12, 148, 19\n]',
    ["⟨Abara 2014, 12, 148, 19⟩ This is not JSON, and is not read."],
    [],
  ],
  ['"list": c(12, 19)', ["⟨c(12, 19)⟩ `c(12, 19)` has no meaning in JSON."], ['"list": [12, 19]']],
  ['"total": c(12, 19)', ["⟨c(12, 19)⟩ `c(12, 19)` has no meaning in JSON."], []],
  [
    '/* "total": 1, */\n"name": "b"',
    ['⟨/* "total": 1, */⟩ Comments are not part of JSON: remove it.'],
    ['"name": "b"'],
  ],
  ['x"name": "a"', ["⟨x⟩ This is not JSON, and is not read."], []],
  ['""name": "a"', ['⟨"⟩ `"` is no part of the document: remove it.'], ['★ "name": "a"']],
  ['\'"name": "a"', ["⟨'⟩ `'` is no part of the document: remove it."], ['★ "name": "a"']],
  ['"total": 12,\nTrue"name": "a"', ["⟨True⟩ This is not JSON, and is not read."], []],
  [
    '"total": 12;, "name": "a"',
    ["⟨;⟩ `;` is no part of the document: remove it."],
    ['★ "total": 12, "name": "a"'],
  ],
  [
    "\"total\": '12'",
    ["⟨'12'⟩ `total` must be a whole number, not text: write 12."],
    ['★ "total": 12'],
    '"total": 12',
  ],
  [
    '"entries": [\n  12\t148\t19\n  31\t402\t45\n]',
    ["⟨12\t148\t19\n            31\t402\t45⟩ This is not JSON, and is not read."],
    [],
  ],
  [
    '"names": [\n  "Abara, \\"A\\" b",\t1200,\tnull\n]',
    [
      '⟨1200⟩ Entry 2 of `names` must be text in double quotes, not a number: write "1200".',
      "⟨null⟩ Entry 3 of `names` is still to be filled in.",
    ],
    ['★ "names": [\n  "Abara, \\"A\\" b",\t"1200",\tnull\n]'],
    '"names": [\n  "Abara, \\"A\\" b",\t"1200",\tnull\n]',
  ],
  [
    '"total": “12”',
    ["⟨“12”⟩ `total` must be a whole number, not text: write 12."],
    ['★ "total": 12'],
    '"total": 12',
  ],
  ['"total": “12 (8%)”', ["⟨“12 (8%)”⟩ `total` must be a whole number, not text."], ['"total": 12']],
  [
    "\"ok\": 'true'",
    ["⟨'true'⟩ `ok` must be true or false, not text: write true."],
    ['★ "ok": true'],
    '"ok": true',
  ],
  [
    "\"total\": '12 (8%)'",
    ["⟨'12 (8%)'⟩ `total` must be a whole number, not text."],
    ['★ "total": "12 (8%)"', '"total": 12'],
    '"total": "12 (8%)"',
  ],
  ['"ok": tr', ["⟨tr⟩ `tr` is not a value that JSON knows."], ['"ok": true']],
  ['"name": tr', ["⟨tr⟩ `tr` is not a value that JSON knows."], ['★ "name": "tr"']],
];
