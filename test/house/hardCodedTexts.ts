import ts from "typescript";
import { forEachNode, isTranslating, placeOf, sources } from "../../scripts/lib/texts.mjs";

/** Where no sentence is for the reader's language. */
const exempt = [
  // A command line's words are English, as its options are.
  /^server\/src\/main\/(node|evidence|merge\w*|roleBindings|convert\w*)\.ts/,
  /^merge\/src\/report\.ts/,
  // What is written into Git's files.
  /^client\/src\/merge\/mergeDriver\.ts/,
  /^evidence\/src\/report\/((text|csv)Report|rScript)\.ts/,
  // Words of values and names that documents may have.
  /^evidence\/src\/(judgements|choiceValues|roles\/(words|forms\/\w+))\.ts$/,
  // What other programs' files say, and endings of file names.
  /^exchange\/src\/(reading\/riskOfBias|revman\/\w+|table\/\w+|writing\/revmanPackage)\.ts$/,
  // The log is English, also where it says what is odd about an answer.
  /^client\/src\/registryClient\/answers\.ts$/,
];

/** Properties that people read in one of VS Code's or the protocol's objects. */
const shown = new Set([
  "accessibleLabel",
  "description",
  "detail",
  "heading",
  "label",
  "message",
  "openLabel",
  "placeHolder",
  "placeholder",
  "prompt",
  "title",
  "tooltip",
]);

/** Two words with a space between them. */
const prose = /\p{L}{2,}[,:;.]? \p{L}{2,}/u;

/** The product's name, and words that are the same for everybody: of command lines and patches too. */
const names =
  /^(Analyses & Registry|\.\w+|JSON Schema|gzip, deflate, br|https:.*|[A-Z0-9_]+|analyses-check.*|(-\w, )?--\w.*|[^]*No newline at end of file\s)$/;

/** The places where text that people read stands as such, and not in a call that translates it. */
export function hardCodedTexts(): readonly string[] {
  return sources()
    .filter(({ fileName }) => !exempt.some((pattern) => pattern.test(fileName)))
    .flatMap(hardCodedIn);
}

export function hardCodedIn(source: ts.SourceFile): readonly string[] {
  const places: string[] = [];
  forEachNode(source, (node) => {
    const text = textOf(node)?.replace(/<[^>]*>/g, "");
    if (text === undefined || names.test(text)) return;
    const isProse = prose.test(text) && !isForDevelopers(node);
    if (isProse || (/\p{L}/u.test(text) && isShown(node))) places.push(placeOf(source, node));
  });
  return places;
}

/** The text of a literal, with braces for each value in it. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("");
}

/** Whether text is given to a translating call, is a name in the program, or is for its logs and errors. */
function isForDevelopers(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isLiteralTypeNode(parent) || ts.isCaseClause(parent) || ts.isBinaryExpression(parent)) return true;
  if (ts.isPropertyAssignment(parent)) return parent.name === node || nameOf(parent.name) === "contextValue";
  if (ts.isNewExpression(parent)) return parent.expression.getText().endsWith("Error");
  if (!ts.isCallExpression(parent)) return false;
  if (isTranslating(parent)) return true;
  const called = parent.expression.getText();
  return called === "super" || /\b(log|console)\.\w+$|^this\.note$/.test(called);
}

/** Whether a literal is what an object shows, or what a message box says. */
function isShown(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return isShown(parent);
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isShown(parent);
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node && shown.has(nameOf(parent.name));
  if (ts.isCallExpression(parent))
    return /\bwindow\.show\w+Message$|\bsetStatusBarMessage$/.test(parent.expression.getText());
  if (!ts.isBinaryExpression(parent) || parent.right !== node) return false;
  const { left, operatorToken } = parent;
  if (operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return ts.isPropertyAccessExpression(left) && shown.has(left.name.text);
  const isChoice =
    operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken ||
    operatorToken.kind === ts.SyntaxKind.BarBarToken;
  return isChoice && isShown(parent);
}

function nameOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : "";
}
