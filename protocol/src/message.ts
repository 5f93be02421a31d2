/** Reads a value that the other side sent; undefined for one of another form than the protocol says. */
export type Read<T> = (value: unknown) => T | undefined;

/** A request of one side to the other, with the forms of its parameters and of its answer. */
export interface RequestMessage<Params extends object, Result> {
  readonly method: string;
  readonly readParams: Read<Params>;
  /** @param params what was asked */
  readonly readResult: (value: unknown, params: Params) => Result | undefined;
}

/** A notification of one side to the other, with the form of its parameters. */
export interface NotificationMessage<Params> {
  readonly method: string;
  readonly readParams: Read<Params>;
}

/** The end of a connection at which messages are sent: a client's or a server's. */
export interface Sender<Token> {
  sendRequest(method: string, params: object, token?: Token): Promise<unknown>;
}

/** The end of a connection at which messages arrive. */
export interface Receiver<Token, Registration> {
  onRequest(method: string, handler: (params: unknown, token: Token) => unknown): Registration;
  onNotification(method: string, handler: (params: unknown) => void): Registration;
}

/**
 * Sends a request. Rejects where it could not be answered, as the connection does.
 *
 * @returns undefined where the answer is of another form than the protocol says
 */
export async function ask<Token, Params extends object, Result>(
  sender: Sender<Token>,
  message: RequestMessage<Params, Result>,
  params: Params,
  token?: Token,
): Promise<Result | undefined> {
  // A token that is undefined would be sent, as a parameter that is null.
  const answer: unknown =
    token === undefined
      ? await sender.sendRequest(message.method, params)
      : await sender.sendRequest(message.method, params, token);
  return message.readResult(answer, params);
}

/** Answers a request; one with parameters of another form is refused. */
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

/** Hears a notification; one with parameters of another form is left alone, as LSP has it for unknown ones. */
export function hear<Token, Registration, Params>(
  receiver: Receiver<Token, Registration>,
  message: NotificationMessage<Params>,
  handler: (params: Params) => void,
): Registration {
  return receiver.onNotification(message.method, (sent) => {
    const params = message.readParams(sent);
    if (params !== undefined) handler(params);
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

export function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function readNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
