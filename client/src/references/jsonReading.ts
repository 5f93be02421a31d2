import { ScanError, SyntaxKind, createScanner } from "jsonc-parser";

/** Offsets in a text, in UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A replacement of a span of a text. */
export interface TextChange extends Span {
  readonly newText: string;
}

/** A value, with its text if it is a string. */
interface Value extends Span {
  readonly text: string | undefined;
}

/** A property of a JSON object that may be incomplete. */
export interface Member {
  readonly name: string;
  /** An empty span after the colon if the value is missing. */
  readonly value: Value;
  /** Whether another property follows without a comma between them. */
  readonly lacksComma: boolean;
}

export interface Token extends Span {
  readonly kind: SyntaxKind;
  readonly value: string;
  /** Whether the token is a string without its closing quote. */
  readonly isUnclosed: boolean;
}

/** Text in single quotes, as in JSON5; without a closing quote, up to the end of its line. */
const singleQuoted = /'([^'\\\r\n]*(?:\\[^][^'\\\r\n]*)*)'?/y;

/** Reads a JSON text that may be incomplete or broken, token by token. */
export class JsonReader {
  /** The open objects and arrays, from the outermost one. */
  readonly open: Container[] = [];
  /** The end of the last token that was read. */
  end = 0;
  readonly #scanner;

  constructor(private readonly text: string) {
    this.#scanner = createScanner(text, false);
  }

  /** Scans the next token, which may be a comment, but not white space. Text in single quotes is one token. */
  scan(): Token {
    const scanner = this.#scanner;
    for (;;) {
      // The library would read from each single quote to the next blank: quadratic time for many quotes.
      const start = (singleQuoted.lastIndex = scanner.getPosition());
      const [quoted, value] = singleQuoted.exec(this.text) ?? [];
      if (quoted !== undefined && value !== undefined) {
        const end = start + quoted.length;
        scanner.setPosition(end);
        return { kind: SyntaxKind.Unknown, start, end, value, isUnclosed: false };
      }
      const kind = scanner.scan();
      if (kind === SyntaxKind.Trivia || kind === SyntaxKind.LineBreakTrivia) continue;
      return {
        kind,
        start: scanner.getTokenOffset(),
        end: scanner.getPosition(),
        value: scanner.getTokenValue(),
        isUnclosed: scanner.getTokenError() === ScanError.UnexpectedEndOfString,
      };
    }
  }

  /** Scans the next token that is not a comment. */
  next(): Token {
    for (;;) {
      const token = this.scan();
      if (!isComment(token)) return token;
    }
  }

  /** Adds a token to the innermost container. Returns the container that the token closes, if any. */
  read(token: Token): Container | undefined {
    const { kind, start, end, value } = token;
    this.end = end;
    const container = this.open.at(-1);
    if (isOpener(token)) {
      this.open.push(new Container(kind === SyntaxKind.OpenBraceToken ? "object" : "array", start));
    } else if (isCloser(token)) {
      container?.close(end);
      this.open.pop();
      if (container !== undefined) this.open.at(-1)?.add({ start: container.start, end });
      return container;
    } else if (kind === SyntaxKind.CommaToken) container?.addComma(start);
    else if (kind === SyntaxKind.ColonToken) container?.addColon(end);
    else container?.add(token, value, kind === SyntaxKind.StringLiteral);
    return undefined;
  }
}

/**
 * An incomplete member: its name, and the values after the name, of which an invalid text may have several. A nested
 * object or array is one value.
 */
interface PartialMember {
  readonly name: string;
  readonly colonEnd: number | undefined;
  readonly values: Value[];
}

/** An object or array that may be incomplete. */
export class Container {
  /** The properties of an object that have a colon or a value. */
  readonly members: Member[] = [];
  /** The number of elements of an array before the current one. */
  index = 0;
  /** The offset of a comma without a member after it. */
  lastComma: number | undefined;
  /** The offset after the closing bracket; undefined if there is none. */
  end: number | undefined;
  #reading: PartialMember | undefined;

  constructor(
    readonly kind: "object" | "array",
    readonly start: number,
  ) {}

  /** The name of the property in progress. */
  get key(): string | undefined {
    return this.#reading?.name;
  }

  get expects(): "member" | "colon" | "value" | "comma" {
    if (this.#reading === undefined) return "member";
    if (this.kind === "array") return "comma";
    const { colonEnd, values } = this.#reading;
    // A second value without a comma in between can only be the name of the next property.
    if (colonEnd === undefined || values.length > 1) return "colon";
    return values.length === 0 ? "value" : "comma";
  }

  /** Adds a key or a value. */
  add({ start, end }: Span, word = "", isText = false): void {
    this.lastComma = undefined;
    if (this.#reading === undefined) this.#reading = { name: word, colonEnd: undefined, values: [] };
    else this.#reading.values.push({ start, end, text: isText ? word : undefined });
  }

  addColon(colonEnd: number): void {
    if (this.kind === "array") return;
    this.lastComma = undefined;
    const { name = "", values = [] } = this.#reading ?? {};
    // A string before a colon is a name, even if the comma before it is missing.
    const next = values.at(-1)?.text;
    if (next === undefined) this.#reading = { name, colonEnd, values };
    else {
      values.pop();
      this.#endMember(true);
      this.#reading = { name: next, colonEnd, values: [] };
    }
  }

  addComma(at: number): void {
    if (this.#reading !== undefined) this.index += 1;
    this.#endMember();
    this.lastComma = at;
  }

  /** @param end undefined at the end of the text */
  close(end: number | undefined): void {
    this.#endMember();
    this.end = end;
  }

  #endMember(lacksComma = false): void {
    const { name = "", colonEnd, values = [] } = this.#reading ?? {};
    this.#reading = undefined;
    const missing = colonEnd === undefined ? undefined : { start: colonEnd, end: colonEnd, text: undefined };
    const value = values[0] ?? missing;
    if (this.kind === "object" && value !== undefined) this.members.push({ name, value, lacksComma });
  }
}

/** The objects and arrays of a text, inner ones before the object or array that contains them. */
export function* containersIn(text: string): Generator<Container, void> {
  const reader = new JsonReader(text);
  for (let token = reader.next(); token.kind !== SyntaxKind.EOF; token = reader.next()) {
    const closed = reader.read(token);
    if (closed !== undefined) yield closed;
  }
  for (const container of reader.open.toReversed()) {
    container.close(undefined);
    yield container;
  }
}

export function isComment({ kind }: Token): boolean {
  return kind === SyntaxKind.LineCommentTrivia || kind === SyntaxKind.BlockCommentTrivia;
}

function isOpener({ kind }: Token): boolean {
  return kind === SyntaxKind.OpenBraceToken || kind === SyntaxKind.OpenBracketToken;
}

export function isCloser({ kind }: Token): boolean {
  return kind === SyntaxKind.CloseBraceToken || kind === SyntaxKind.CloseBracketToken;
}
