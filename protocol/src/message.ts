/** Parses a value from another program or a page; returns undefined for another form. */
export type Read<T> = (value: unknown) => T | undefined;

/** The type of the values that a reader returns. */
export type ReadBy<Reader> = Reader extends Read<infer Value> ? Readonly<Value> : never;

/*
 * Receivers parse messages where trust changes: the server parses those of any editor, the extension those of a page.
 * Our client trusts the types of our server's messages, because both are built from one commit.
 */

/** A request from a client, in any editor, to the server. */
export interface RequestMessage<Params extends object, Result> {
  readonly method: string;
  readonly readParams: Read<Params>;
  /** The type of the server's result; never set. */
  readonly result?: Result;
}

/** A request from the server to a client, in any editor. */
export interface ClientRequest<Params extends object, Result> {
  readonly method: string;
  /** @param params of the request */
  readonly readResult: (value: unknown, params: Params) => Result | undefined;
}

/** The sending side of a connection, on client or server. */
interface Sender<Token> {
  sendRequest(method: string, params: object, ...token: readonly Token[]): Promise<unknown>;
}

/** The receiving side of a connection, on client or server. */
interface Receiver<Token, Registration> {
  onRequest(method: string, handler: (params: unknown, token: Token) => unknown): Registration;
}

/**
 * Sends a request to the client. Rejects if the connection rejects.
 *
 * @returns undefined if the result does not have the protocol's form
 */
export async function ask<Token, Params extends object, Result>(
  sender: Sender<Token>,
  message: ClientRequest<Params, Result>,
  params: Params,
  ...token: readonly Token[]
): Promise<Result | undefined> {
  return message.readResult(await sender.sendRequest(message.method, params, ...token), params);
}

/**
 * Registers a handler for a client's request.
 *
 * @param refuse the answer to a request whose parameters have another form
 */
export function answer<Token, Registration, Params extends object, Result, Refusal>(
  receiver: Receiver<Token, Registration>,
  message: RequestMessage<Params, Result>,
  handler: (params: Params, token: Token) => Result | Refusal | Promise<Result | Refusal>,
  refuse: () => Refusal,
): Registration {
  return receiver.onRequest(message.method, (sent, token) => {
    const params = message.readParams(sent);
    return params === undefined ? refuse() : handler(params, token);
  });
}

/** Parses JSON; returns undefined for any other text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the fields of an object; none for any other value. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Parses all elements; returns undefined if one has another form. */
export function listOf<T>(value: unknown, read: Read<T>): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const elements = value.map((element: unknown) => read(element));
  const known = elements.filter((element) => element !== undefined);
  return known.length === elements.length ? known : undefined;
}

export const readText: Read<string> = (value) => (typeof value === "string" ? value : undefined);
export const readNumber: Read<number> = (value) => (typeof value === "number" ? value : undefined);
export const readBoolean: Read<boolean> = (value) => (typeof value === "boolean" ? value : undefined);
/** Returns false for any value except `true`. */
export const isTrue: Read<boolean> = (value) => value === true;

/** Accepts one of the given values. */
export function oneOf<const Value extends string | number>(values: readonly Value[]): Read<Value> {
  return (value) => values.find((one) => one === value);
}

/** Parses a list whose elements all have one form. */
export function list<T>(read: Read<T>): Read<readonly T[]> {
  return (value) => listOf(value, read);
}

/** Parses a value that may be null or absent. */
export function orNull<T>(read: Read<T>): Read<T | null> {
  return (value) => (value === null || value === undefined ? null : read(value));
}

/** Returns the result of the first reader that accepts the value. */
export function anyOf<Readers extends readonly Read<unknown>[]>(
  ...readers: Readers
): Read<ReadBy<Readers[number]>>;
export function anyOf<T>(...readers: readonly Read<T>[]): Read<T> {
  return (value) => {
    for (const read of readers) {
      const known = read(value);
      if (known !== undefined) return known;
    }
    return undefined;
  };
}

type Readers<Fields> = { readonly [Name in keyof Fields]: Read<Fields[Name]> };

/**
 * Parses an object with one reader per field; returns undefined if one has another form. Drops fields without a reader.
 *
 * @param optional fields that may be absent, or null
 */
export function objectOf<Fields extends object, Optional extends object = object>(
  needed: Readers<Fields>,
  optional?: Readers<Optional>,
): Read<Fields & Partial<Optional>> {
  return (value) => {
    const fields = fieldsOf(value);
    const [read, further] = [readFields(fields, needed), optional && readFields(fields, optional, true)];
    return hasAll(read, needed) && (optional === undefined || further !== undefined)
      ? { ...read, ...further }
      : undefined;
  };
}

function readFields<Fields extends object>(
  fields: Readonly<Record<string, unknown>>,
  readers: Readers<Fields>,
  mayBeAbsent = false,
): Partial<Fields> | undefined {
  const known: Partial<Fields> = {};
  for (const name in readers) {
    const value = fields[name];
    if (mayBeAbsent && (value === undefined || value === null)) continue;
    const read = readers[name](value);
    if (read === undefined) return undefined;
    known[name] = read;
  }
  return known;
}

function hasAll<Fields extends object>(
  known: Partial<Fields> | undefined,
  readers: Readers<Fields>,
): known is Fields {
  return known !== undefined && Object.keys(readers).every((name) => name in known);
}
