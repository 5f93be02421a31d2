import ts from "typescript";
import { forEachNode, isTranslating, placeOf, sources } from "../../scripts/lib/texts.mjs";

/** Files whose texts are not translated. */
const exempt = [
  // Command line output is English, like its options.
  /^server\/src\/main\/(node|evidence|merge\w*|roleBindings|convert\w*)\.ts/,
  /^merge\/src\/report\.ts/,
  // Text written into Git's files.
  /^client\/src\/merge\/mergeDriver\.ts/,
  /^evidence\/src\/report\/((text|csv)Report|rScript)\.ts/,
  // Words for values and names in documents.
  /^evidence\/src\/(judgements|choiceValues|roles\/(words|switches|forms\/\w+))\.ts$/,
  // Texts of other programs' files, and file extensions.
  /^exchange\/src\/(reading\/riskOfBias|revman\/\w+|table\/\w+|writing\/revmanPackage)\.ts$/,
  // The log is English, including remarks about unusual responses.
  /^client\/src\/registryClient\/answers\.ts$/,
];

/** Properties of VS Code's and the protocol's objects that the user interface displays. */
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

/** The product's name, and texts that are the same in every language, such as command lines and patches. */
const names =
  /^(Analyses & Registry|\.\w+|JSON Schema|gzip, deflate, br|https:.*|[A-Z0-9_]+|analyses-check.*|(-\w, )?--\w.*|[^]*No newline at end of file\s)$/;

/** Places of user-visible text outside of translating calls. */
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

/** The text of a literal, with `{}` for each interpolated value. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("");
}

/** Whether a text is already translated, is a name in the program, or is for logs and errors. */
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

/** Whether a literal is displayed by an object's property or by a message box. */
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
