import { Char, isDigit, isHexDigit } from "./characters";
import type { TextReader } from "./textReader";

/** What a scan found out about a well-formed object or array. */
export interface ScanFacts {
  readonly length: number;
  /** How many property names are written in it, at any depth. */
  readonly keyCount: number;
  /** Whether a number is written with 16 digits or more, or with an exponent. */
  readonly longNumbers: boolean;
}

const enum Expect {
  Value,
  ValueOrClose,
  Key,
  KeyOrClose,
  Colon,
  CommaOrClose,
}

/** Decimal digits that every double keeps (IEEE 754 binary64). */
const safeDigits = 15;

/**
 * Reads one object or array strictly as RFC 8259 has it and keeps nothing but a few facts: the quick
 * way past text that is in order. `undefined` at the first thing that is not.
 */
export class StrictScanner {
  readonly #reader: TextReader;
  #text = "";
  #base = 0;
  #limit = 0;
  #at = 0;
  #longNumbers = false;

  constructor(reader: TextReader) {
    this.#reader = reader;
  }

  /** @param start - Offset of the opening bracket. */
  scan(start: number): ScanFacts | undefined {
    this.#at = start;
    this.#limit = start;
    this.#longNumbers = false;
    const inObject: boolean[] = [];
    let keyCount = 0;
    let expect = Expect.Value;
    for (;;) {
      let code = this.#code();
      while (code <= Char.Space && this.#isSpace(code)) {
        this.#at++;
        code = this.#code();
      }
      switch (expect) {
        case Expect.ValueOrClose:
        case Expect.Value:
          if (code === Char.OpenBrace) {
            inObject.push(true);
            this.#at++;
            expect = Expect.KeyOrClose;
            continue;
          }
          if (code === Char.OpenBracket) {
            inObject.push(false);
            this.#at++;
            expect = Expect.ValueOrClose;
            continue;
          }
          if (code === Char.CloseBracket && expect === Expect.ValueOrClose) break;
          if (!this.#scalar(code)) return undefined;
          expect = Expect.CommaOrClose;
          continue;
        case Expect.Key:
        case Expect.KeyOrClose:
          if (code === Char.CloseBrace && expect === Expect.KeyOrClose) break;
          if (code !== Char.Quote || !this.#string()) return undefined;
          keyCount++;
          expect = Expect.Colon;
          continue;
        case Expect.Colon:
          if (code !== Char.Colon) return undefined;
          this.#at++;
          expect = Expect.Value;
          continue;
        case Expect.CommaOrClose:
          if (code === Char.Comma) {
            this.#at++;
            expect = inObject[inObject.length - 1] === true ? Expect.Key : Expect.Value;
            continue;
          }
          if (code !== (inObject[inObject.length - 1] === true ? Char.CloseBrace : Char.CloseBracket)) {
            return undefined;
          }
      }
      this.#at++;
      inObject.pop();
      if (inObject.length === 0)
        return { length: this.#at - start, keyCount, longNumbers: this.#longNumbers };
      expect = Expect.CommaOrClose;
    }
  }

  #code(): number {
    return this.#at < this.#limit ? this.#text.charCodeAt(this.#at - this.#base) : this.#refill();
  }

  #refill(): number {
    if (this.#at >= this.#reader.length) return Char.End;
    const chunk = this.#reader.chunkAt(this.#at);
    this.#text = chunk.text;
    this.#base = chunk.start;
    this.#limit = chunk.start + chunk.text.length;
    return this.#text.charCodeAt(this.#at - this.#base);
  }

  #isSpace(code: number): boolean {
    return code === Char.Space || code === Char.LineFeed || code === Char.CarriageReturn || code === Char.Tab;
  }

  #scalar(code: number): boolean {
    switch (code) {
      case Char.Quote:
        return this.#string();
      case Char.LowerT:
        return this.#word("true");
      case Char.LowerF:
        return this.#word("false");
      case Char.LowerN:
        return this.#word("null");
      default:
        return this.#number(code);
    }
  }

  #string(): boolean {
    this.#at++;
    for (;;) {
      const text = this.#text;
      const end = this.#limit - this.#base;
      let index = this.#at - this.#base;
      let code: number = Char.Space;
      while (index < end) {
        code = text.charCodeAt(index);
        if (code === Char.Quote || code === Char.Backslash || code < Char.Space) break;
        index++;
      }
      this.#at = this.#base + index;
      if (index >= end) {
        code = this.#refill();
        if (code === Char.End) return false;
        continue;
      }
      if (code === Char.Quote) {
        this.#at++;
        return true;
      }
      if (code !== Char.Backslash || !this.#escape()) return false;
    }
  }

  #escape(): boolean {
    this.#at++;
    const code = this.#code();
    this.#at++;
    switch (code) {
      case Char.Quote:
      case Char.Backslash:
      case Char.Slash:
      case Char.LowerB:
      case Char.LowerF:
      case Char.LowerN:
      case Char.LowerR:
      case Char.LowerT:
        return true;
      case Char.LowerU:
        for (let digit = 0; digit < 4; digit++) {
          if (!isHexDigit(this.#code())) return false;
          this.#at++;
        }
        return true;
      default:
        return false;
    }
  }

  #word(word: string): boolean {
    for (let index = 0; index < word.length; index++) {
      if (this.#code() !== word.charCodeAt(index)) return false;
      this.#at++;
    }
    return true;
  }

  #number(first: number): boolean {
    let code = first;
    let digits = 0;
    if (code === Char.Minus) code = this.#next();
    if (code === Char.Zero) {
      code = this.#next();
    } else {
      const whole = this.#digits(code);
      if (whole === 0) return false;
      digits += whole;
      code = this.#code();
    }
    if (code === Char.Dot) {
      const fraction = this.#digits(this.#next());
      if (fraction === 0) return false;
      digits += fraction;
      code = this.#code();
    }
    if (code === Char.LowerE || code === Char.UpperE) {
      code = this.#next();
      if (code === Char.Plus || code === Char.Minus) code = this.#next();
      if (this.#digits(code) === 0) return false;
      this.#longNumbers = true;
    }
    if (digits > safeDigits) this.#longNumbers = true;
    return true;
  }

  #next(): number {
    this.#at++;
    return this.#code();
  }

  #digits(first: number): number {
    let count = 0;
    for (let code = first; isDigit(code); code = this.#next()) count++;
    return count;
  }
}
