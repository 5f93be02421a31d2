/** Reads a value that another program or a page sent; undefined for one of another form. */
export type Read<T> = (value: unknown) => T | undefined;

/*
 * Messages are read where trust changes: the server reads what any editor sends, the extension what a page sends. What our
 * server sends to our client is taken as it is typed: both are built from one commit.
 */

/** A request of a client, any editor's, to the server. */
export interface RequestMessage<Params extends object, Result> {
  readonly method: string;
  readonly readParams: Read<Params>;
  /** Only its type: the server's answer. */
  readonly result?: Result;
}

/** A request of the server to a client, any editor's. */
export interface ClientRequest<Params extends object, Result> {
  readonly method: string;
  /** @param params of the request */
  readonly readResult: (value: unknown, params: Params) => Result | undefined;
}

/** The end of a connection at which messages are sent: a client's or a server's. */
export interface Sender<Token> {
  sendRequest(method: string, params: object, ...token: readonly Token[]): Promise<unknown>;
}

/** The end of a connection at which messages arrive. */
export interface Receiver<Token, Registration> {
  onRequest(method: string, handler: (params: unknown, token: Token) => unknown): Registration;
}

/**
 * Sends a request of the server. Rejects where it could not be answered, as the connection does.
 *
 * @returns undefined where the answer is of another form than the protocol says
 */
export async function ask<Token, Params extends object, Result>(
  sender: Sender<Token>,
  message: ClientRequest<Params, Result>,
  params: Params,
  ...token: readonly Token[]
): Promise<Result | undefined> {
  return message.readResult(await sender.sendRequest(message.method, params, ...token), params);
}

/** Answers a request of a client; one with parameters of another form is refused. */
export function answer<Token, Registration, Params extends object, Result, Refusal = never>(
  receiver: Receiver<Token, Registration>,
  message: RequestMessage<Params, Result>,
  handler: (params: Params, token: Token) => Result | Refusal | Promise<Result | Refusal>,
): Registration {
  return receiver.onRequest(message.method, (sent, token) => {
    const params = message.readParams(sent);
    if (params === undefined) throw new Error(`${message.method} came with parameters of another form.`);
    return handler(params, token);
  });
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** All elements read; undefined where one is of another form. */
export function listOf<T>(value: unknown, read: Read<T>): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const elements = value.map((element: unknown) => read(element));
  const known = elements.filter((element) => element !== undefined);
  return known.length === elements.length ? known : undefined;
}

export const readText: Read<string> = (value) => (typeof value === "string" ? value : undefined);
export const readNumber: Read<number> = (value) => (typeof value === "number" ? value : undefined);
export const readBoolean: Read<boolean> = (value) => (typeof value === "boolean" ? value : undefined);
/** Anything else than `true` is false. */
export const isTrue: Read<boolean> = (value) => value === true;

/** Reads one of some texts. */
export function oneOf<const Value extends string | number>(values: readonly Value[]): Read<Value> {
  return (value) => values.find((one) => one === value);
}

/** Reads a list whose elements are all of a form. */
export function list<T>(read: Read<T>): Read<readonly T[]> {
  return (value) => listOf(value, read);
}

/** Reads a value that may be null, or absent. */
export function orNull<T>(read: Read<T>): Read<T | null> {
  return (value) => (value === null || value === undefined ? null : read(value));
}

/** Reads what the first reader can read. */
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
 * Reads an object by a reader for each field; undefined where one is of another form. Fields without a reader go no
 * further.
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
