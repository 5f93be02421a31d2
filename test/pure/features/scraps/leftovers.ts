import type { ScrapRow } from "../support/scraps";

/** What comes with text from elsewhere: other notations, patches, templates, tables, slips of the keyboard. */
export const leftovers: readonly ScrapRow[] = [
  [
    '"total" => 12',
    ["⟨=>⟩ A colon is missing between the property's name and its value."],
    ['★ "total" : 12'],
  ],
  [
    '"total:" 12, "name": "a"',
    ["⟨:\"⟩ A colon is missing between the property's name and its value."],
    ['★ "total": 12, "name": "a"'],
  ],
  ['"name": "a": "total": 12', ["⟨:⟩ A comma is missing here."], ['★ "name": "a", "total": 12']],
  ['"total",: 12', ["⟨,⟩ This comma is one too many."], ['"total": 12']],
  [
    '"entries": [\nStudy,Events,Total\nAbara 2014,12,148\nDelgado 2018,31,402\n]',
    [
      "⟨Study,Events,Total\n          Abara 2014,12,148\n          Delgado 2018,31,402⟩ These are rows of a table, not JSON. In a list of studies, they can be pasted as studies.",
    ],
    [],
  ],
  [
    '"entries": [{},\nAbara 2014\t12\t148\n]',
    [
      "⟨Abara 2014\t12\t148⟩ These are rows of a table, not JSON. In a list of studies, they can be pasted as studies.",
    ],
    [],
  ],
  [
    '"entries": [\n- study: Abara 2014\n  total: 148\n- study: Delgado 2018\n]',
    [
      "⟨- study: Abara 2014\n            total: 148\n          - study: Delgado 2018⟩ These lines are YAML, not JSON.",
    ],
    [],
  ],
  [
    "name: Pain\nin:\n  a: 1",
    ["⟨name: Pain\n          in:\n            a: 1⟩ These lines are YAML, not JSON."],
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
  [
    '"entries": [\n  {},\n  {}\n  ...\n]',
    ["⟨...⟩ `...` is no part of the document: remove it."],
    ['★ "entries": [\n  {},\n  {}\n  \n]'],
  ],
  [
    '"entries": [\n  ...,\n  {},\n  {}\n]',
    ["⟨...,⟩ `...,` is no part of the document: remove it."],
    ['★ "entries": [\n  \n  {},\n  {}\n]'],
  ],
  [
    '"entries": [\n  {}\n  ...,\n  {}\n]',
    ["⟨...⟩ `...` is no part of the document: remove it."],
    ['★ "entries": [\n  {}\n  ,\n  {}\n]'],
  ],
  ['"total": {{n}}', ["⟨{{n}}⟩ `{{n}}` has no meaning in JSON."], []],
  [
    '- "total": 12,\n+ "name": "b"',
    ["⟨-⟩ `-` is no part of the document: remove it.", "⟨+⟩ `+` is no part of the document: remove it."],
    ['★ "total": 12,\n+ "name": "b"', '★ "total": 12,\n+ "name": "b"'],
  ],
  [
    '14 "total": 12,\n15. "name": "b"',
    [
      "⟨14⟩ `14` is no part of the document: remove it.",
      "⟨15.⟩ `15.` is no part of the document: remove it.",
    ],
    ['★ "total": 12,\n15. "name": "b"', '★ "total": 12,\n15. "name": "b"'],
  ],
  [
    '"any": [\n  - { "a": 1 },\n  - { "a": 2 }\n]',
    ["⟨-⟩ `-` is no part of the document: remove it.", "⟨-⟩ `-` is no part of the document: remove it."],
    ['★ "any": [\n   { "a": 1 },\n  - { "a": 2 }\n]', '★ "any": [\n   { "a": 1 },\n  - { "a": 2 }\n]'],
  ],
  [
    '"in": {{"a": 1}}, "total": 1',
    ["⟨{⟩ The name of a property is missing before this value."],
    ['"in": {"a": {"a": 1}}, "total": 1', '"in": {"b": {"a": 1}}, "total": 1'],
  ],
  [
    '"any": [\n  {\n    "a": { "x": 1 }},\n    "b": 2\n  }\n]',
    ["⟨}⟩ This `}` closes nothing."],
    ['★ "any": [\n  {\n    "a": { "x": 1 },\n    "b": 2\n  }\n]'],
  ],
  [
    '"any": [\n  a\t1\n  b\t2\n]',
    ['⟨a\t1⟩ Text must be in double quotes: "a\t1".', '⟨b\t2⟩ Text must be in double quotes: "b\t2".'],
    ['★ "any": [\n  "a\\t1"\n  b\t2\n]', '★ "any": [\n  "a\\t1"\n  b\t2\n]'],
  ],
  [
    '"in": { 1, 2 }',
    [
      "⟨1⟩ The name of a property is missing before this value.",
      "⟨2⟩ The name of a property is missing before this value.",
    ],
    ['"in": { "a": 1, 2 }', '"in": { "b": 1, 2 }', '"in": { "a": 1, 2 }', '"in": { "b": 1, 2 }'],
  ],
  ['"total": 12,\n"to', ['⟨"to⟩ The closing quote of this text is missing.'], ['★ "total": 12,\n"to"']],
  [
    '"entries": {"a": 1}],\n"total": 1',
    ["⟨]⟩ This `]` closes nothing."],
    ['★ "entries": [{"a": 1}],\n"total": 1', '"entries": {"a": 1},\n"total": 1'],
  ],
  ['"list": {"a": 1}]', ["⟨]⟩ This `]` closes nothing."], ['★ "list": [{"a": 1}]', '"list": {"a": 1}']],
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
  [
    '"any": [\n  {,\n  { "a": 1 }\n]',
    ["⟨{⟩ This object is not closed: a `}` is missing."],
    ['★ "any": [\n  {},\n  { "a": 1 }\n]'],
  ],
  [
    '"name": Study,Events,Total\nAbara 2014,12,148\nDelgado 2018,31,402,\n"total": 1',
    [
      "⟨Study,Events,Total\n          Abara 2014,12,148\n          Delgado 2018,31,402⟩ These are rows of a table, not JSON. In a list of studies, they can be pasted as studies.",
    ],
    [],
  ],
  [
    '"total": 12,\n- 23 -\n"name": "b"',
    ["⟨- 23 -⟩ `- 23 -` is no part of the document: remove it."],
    ['★ "total": 12,\n\n"name": "b"'],
  ],
  [
    '"in": [ "a": 1, "b": 2 }, "total": 1',
    ["⟨[⟩ An object must stand in braces: `{` and `}`."],
    ['★ "in": { "a": 1, "b": 2 }, "total": 1'],
  ],
  [
    '"entries": [\n| Study | Total |\n|---|---|\n| Abara | 12 |\n]',
    [
      "⟨| Study | Total |\n          |---|---|\n          | Abara | 12 |⟩ These are rows of a table, not JSON. In a list of studies, they can be pasted as studies.",
    ],
    [],
  ],
  [
    '"entries": [\n"Abara 2014",12,148\n"Delgado 2018",31,402\n]',
    [
      '⟨"Abara 2014",12,148\n          "Delgado 2018",31,402⟩ These are rows of a table, not JSON. In a list of studies, they can be pasted as studies.',
    ],
    [],
  ],
  [
    '"entries": [\nAbara 2014   12  148\nDelgado 2018  31  402\n]',
    [
      "⟨Abara 2014   12  148\n          Delgado 2018  31  402⟩ These are rows of a table, not JSON. In a list of studies, they can be pasted as studies.",
    ],
    [],
  ],
  [
    '"entries": [\nAbara 2014, 12, 148, 19\n]',
    [
      "⟨Abara 2014, 12, 148, 19⟩ These are rows of a table, not JSON. In a list of studies, they can be pasted as studies.",
    ],
    [],
  ],
  ['"list": c(12, 19)', ["⟨c(12, 19)⟩ `c(12, 19)` has no meaning in JSON."], ['"list": [12, 19]']],
  ['"total": c(12, 19)', ["⟨c(12, 19)⟩ `c(12, 19)` has no meaning in JSON."], []],
  [
    '/* "total": 1, */\n"name": "b"',
    ['⟨/* "total": 1, */⟩ Comments are not part of JSON: remove it.'],
    ['"name": "b"'],
  ],
  ['x"name": "a"', ["⟨x⟩ `x` is no part of the document: remove it."], ['★ "name": "a"']],
  ['""name": "a"', ['⟨"⟩ `"` is no part of the document: remove it.'], ['★ "name": "a"']],
  ['\'"name": "a"', ["⟨'⟩ `'` is no part of the document: remove it."], ['★ "name": "a"']],
  [
    '"total": 12,\nTrue"name": "a"',
    ["⟨True⟩ `True` is no part of the document: remove it."],
    ['★ "total": 12,\n"name": "a"'],
  ],
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
    [
      "⟨12\t148\t19\n            31\t402\t45⟩ These are rows of a table, not JSON. In a list of studies, they can be pasted as studies.",
    ],
    [],
  ],
  // With tabs behind its commas it is JSON all the same.
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
