import { listPath, recordPath } from "@analyses/protocol/references";
import type { CheckedAnswer, CheckedYielding, GroupsIndex } from "./answers";
import {
  acceptGroup,
  acceptGroups,
  acceptGroupType,
  acceptGroupTypes,
  acceptPerson,
  acceptUser,
} from "./answers";
import type { Clock, ExchangeLimits, Transport } from "./transport";
import type { AnswerSize, Authorizer, GuardedAnswer, Send, RequestLog } from "./guardedRequest";
import { guardRequests } from "./guardedRequest";
import {
  type Account,
  type Group,
  type GroupId,
  type GroupListItem,
  type GroupType,
  type GroupTypeId,
  type GroupTypeListItem,
  type Person,
  type PersonId,
  type User,
  type UserId,
  accountOf,
} from "./records";
import { describeFault, inEnglish, failed, type Outcome, type Translate } from "./registryError";
import { type ReadOptions, RecordReader } from "./recordReader";
import type { RegistryAddress } from "./registryAddress";
import { RegistryStore, type Disposable } from "./registryStore";
import type { Challenge, Credential } from "./schemes/credential";
import { type KeptSignIn, notKept, Session } from "./session";
import { Urgency } from "./requestTurns";

/** Reads the stored sign-in of a registry, if there is one. */
export type LoadSignIn = (
  address: RegistryAddress,
) => Promise<
  { readonly account: Account; readonly credential: Credential; readonly kept: KeptSignIn } | undefined
>;

const myPerson = `${listPath("person")}/me`;
const myUser = `${listPath("user")}/me`;

/**
 * Reads the eight endpoints of one registry (specification, section 4), and adds the records of their answers to the
 * registry's `RegistryStore`. Concurrent equal reads share one request. A cached answer is returned for five minutes
 * without a request. Request URLs consist of the base URL and the identifier; a record's `link` is not used, since it
 * may lead to another server. Endpoints that need authentication fail with `unauthenticated`, without a request, while
 * the user is signed out or the registry has refused the credential.
 */
export class RegistryClient {
  readonly #session: Session;
  /** Counts sign-ins, sign-outs and reads of the secret store, so that an outdated read is ignored. */
  #decisions = 0;
  /** Resolves at the end of the latest read of the secret store. */
  #restoring = Promise.resolve();
  readonly #groupTypes: RecordReader<readonly GroupTypeListItem[]>;
  readonly #groupType: RecordReader<GroupType>;
  readonly #groups: RecordReader<GroupsIndex>;
  readonly #group: RecordReader<Group>;
  readonly #person: RecordReader<Person>;
  readonly #user: RecordReader<User>;

  /**
   * @param store receives the records of the answers
   * @param load reads the stored sign-in, before the first request that needs authentication and when the secret store
   * changes; must not reject
   */
  constructor(
    readonly address: RegistryAddress,
    readonly store: RegistryStore,
    private readonly send: Send,
    private readonly clock: Clock,
    private readonly remark: (path: string, remark: string) => void,
    private readonly load: LoadSignIn,
  ) {
    const session = (this.#session = new Session(store, () => this.#restore()));
    const reader = <T>(
      size: AnswerSize,
      isPrivate: boolean,
      accept: (body: unknown, signal: AbortSignal) => Promise<CheckedYielding<T>>,
    ) => new RecordReader({ send, clock, size, session, isPrivate, accept, remark });
    this.#groupTypes = reader("list", false, acceptGroupTypes);
    this.#groupType = reader("list", false, acceptGroupType);
    this.#groups = reader("list", false, acceptGroups);
    this.#group = reader("record", true, acceptGroup);
    this.#person = reader("record", true, acceptPerson);
    this.#user = reader("record", true, acceptUser);
    store.onDidChange((change) => {
      if (change.kind !== "account" || change.account.kind !== "rejected") return;
      for (const reader of this.#readersForSignedIn()) reader.end();
    });
  }

  async groupTypes(options: ReadOptions): Promise<Outcome<readonly GroupTypeListItem[]>> {
    const outcome = notFoundMeansWrongAddress(await this.#groupTypes.read(listPath("groupType"), options));
    if (outcome.kind === "ok") this.store.learnGroupTypes(outcome.value);
    return outcome;
  }

  async groupType(id: GroupTypeId, options: ReadOptions): Promise<Outcome<GroupType>> {
    const outcome = await this.#groupType.read(recordPath("groupType", id), options);
    if (outcome.kind === "ok") this.store.learnGroupType(outcome.value);
    return outcome;
  }

  async groups(options: ReadOptions): Promise<Outcome<readonly GroupListItem[]>> {
    const outcome = notFoundMeansWrongAddress(await this.#groups.read(listPath("group"), options));
    if (outcome.kind === "failed") return outcome;
    this.store.learnGroups(outcome.value);
    return { ...outcome, value: outcome.value.list };
  }

  async group(id: GroupId, options: ReadOptions): Promise<Outcome<Group>> {
    const outcome = await this.#group.read(recordPath("group", id), options);
    if (outcome.kind === "ok") {
      this.store.learnGroup(outcome.value);
      if (options.inBackground !== true) this.store.meetContactPerson(outcome.value);
    }
    return outcome;
  }

  async person(id: PersonId, options: ReadOptions): Promise<Outcome<Person>> {
    const outcome = await this.#person.read(recordPath("person", id), options);
    if (outcome.kind === "ok") {
      if (options.inBackground === true) this.store.updatePerson(outcome.value);
      else this.store.meetPerson(outcome.value, { kind: "openedById" });
    }
    return outcome;
  }

  async personMe(options: ReadOptions): Promise<Outcome<Person>> {
    const outcome = await this.#person.read(myPerson, options);
    if (outcome.kind === "ok") this.store.meetPerson(outcome.value, { kind: "me" });
    return outcome;
  }

  async user(id: UserId, options: ReadOptions): Promise<Outcome<User>> {
    const outcome = await this.#user.read(recordPath("user", id), options);
    if (outcome.kind === "ok" && options.inBackground !== true) {
      this.store.meetReferredPerson(outcome.value.person, { kind: "ofUser" });
    }
    return outcome;
  }

  async userMe(options: ReadOptions): Promise<Outcome<User>> {
    const outcome = notFoundMeansWrongAddress(await this.#user.read(myUser, options));
    if (outcome.kind === "ok") this.store.meetReferredPerson(outcome.value.person, { kind: "me" });
    return outcome;
  }

  /** Whether the registry requires a sign-in even for its lists, which the specification makes public. */
  get guardsLists(): boolean {
    return this.#session.guardsLists;
  }

  /**
   * Requests the user's own record without a credential.
   *
   * @returns the challenges that the registry's refusal contains, in their order; empty if it sends none or does not
   * answer
   */
  async challenges(signal: AbortSignal): Promise<readonly Challenge[]> {
    const answer = await this.#askForMe(undefined, signal);
    return (answer.kind === "failed" ? answer.challenges : undefined) ?? [];
  }

  /** Requests the user whom a credential belongs to. Does not change the client's state. */
  async verify(credential: Credential, signal: AbortSignal): Promise<Outcome<Account>> {
    const outcome = await this.#verified(credential, signal);
    if (outcome.kind === "failed" && outcome.error.kind === "notTheInterface")
      this.remark(myUser, describeFault(outcome.error.fault, inEnglish));
    return outcome;
  }

  async #verified(credential: Credential, signal: AbortSignal): Promise<Outcome<Account>> {
    const answer = await this.#askForMe(credential, signal);
    if (answer.kind === "failed") {
      if (answer.error.kind !== "unauthenticated") return notFoundMeansWrongAddress(failed(answer.error));
      // A credential that never worked is wrong, not expired.
      const isMisread = credential.mayBeMisread?.(answer.challenges ?? []) === true;
      return failed({ kind: "unauthenticated", credential: isMisread ? "maybeMisread" : "refused" });
    }
    const user: CheckedAnswer<User> =
      answer.kind === "json" ? await acceptUser(answer.value) : { kind: "wrong", fault: { kind: "notJson" } };
    return user.kind === "ok"
      ? { kind: "ok", value: accountOf(user.value, credential.scheme), readAt: this.clock.now() }
      : { kind: "failed", error: { kind: "notTheInterface", fault: user.fault } };
  }

  #askForMe(authorizer: Authorizer | undefined, signal: AbortSignal): Promise<GuardedAnswer> {
    const urgency = new Urgency(false);
    const validators = undefined;
    return this.send({
      path: myUser,
      size: "record",
      authorizer,
      validators,
      urgency,
      insists: true,
      signal,
    });
  }

  /** Uses a credential that the registry has just accepted; removes the records read with the previous credential. */
  signIn(account: Account, credential: Credential, kept = notKept): void {
    this.#take(account, credential, true, kept);
  }

  /**
   * Uses a stored credential, without a request. If this sign-in is in use already, only applies a stored refusal of
   * it.
   */
  resume(account: Account, credential: Credential, kept = notKept): void {
    if (this.#session.has(kept)) this.#session.follow(kept);
    else this.#take(account, credential, false, kept);
  }

  /**
   * A sentence with the sign-in method and when the sign-in ends; undefined while the user is signed out or the
   * registry has refused the credential.
   */
  describeSignIn(translate: Translate, language: string): string | undefined {
    return this.#session.describe(translate, language);
  }

  /** Resolves once the client uses the stored sign-in, for callers that check the account before they read. */
  ready(): Promise<void> {
    return this.#session.ready();
  }

  /**
   * Rereads the secret store, for example after a sign-in in another window. Does nothing before the first read, which
   * gets the current state by itself.
   */
  async followStore(): Promise<void> {
    if (this.#session.isReady) await this.#restore();
  }

  signOut(): void {
    this.#decisions += 1;
    this.#forgetPrivate();
    this.#session.signOut();
  }

  dispose(): void {
    // The store is disposed first, so that it reports no changes while the client is disposed.
    this.store.dispose();
    for (const reader of this.#lists()) reader.clear();
    this.#forgetPrivate();
    this.#session.dispose();
  }

  /** Uses the stored sign-in, or signs out if none is stored; sends no request. */
  #restore(): Promise<void> {
    const decision = (this.#decisions += 1);
    const reading: Promise<void> = this.load(this.address).then((stored) => {
      // The result is obsolete after a sign-in or sign-out, or if a later read has begun, for which this read then
      // waits.
      if (decision !== this.#decisions) return this.#restoring === reading ? undefined : this.#restoring;
      if (stored !== undefined) this.resume(stored.account, stored.credential, stored.kept);
      else if (this.store.account.kind !== "signedOut") this.signOut();
      return undefined;
    });
    return (this.#restoring = reading);
  }

  #take(account: Account, credential: Credential, accepted: boolean, kept: KeptSignIn): void {
    this.#decisions += 1;
    this.#forgetPrivate();
    this.#session.signIn(account, credential, accepted, kept);
  }

  /** Removes the records that only a signed-in user may read. */
  #forgetPrivate(): void {
    for (const reader of this.#readersForSignedIn()) reader.clear();
    this.store.forgetPrivate();
    if (this.guardsLists) this.store.forgetLists();
  }

  #readersForSignedIn(): readonly { end(): void; clear(): void }[] {
    const records = [this.#group, this.#person, this.#user];
    return this.guardsLists ? [...records, ...this.#lists()] : records;
  }

  #lists(): readonly { end(): void; clear(): void }[] {
    return [this.#groupTypes, this.#groupType, this.#groups];
  }
}

/**
 * For the endpoints without an identifier in their path: the lists, and the signed-in user's account. Every registry
 * has these endpoints, so 404 or 400 means that the address is not a registry's.
 */
function notFoundMeansWrongAddress<T>(outcome: Outcome<T>): Outcome<T> {
  if (outcome.kind === "ok") return outcome;
  switch (outcome.error.kind) {
    case "notFound":
      return failed({ kind: "notTheInterface", fault: { kind: "unexpectedStatus", status: 404 } });
    case "badRequest":
      return failed({ kind: "notTheInterface", fault: { kind: "unexpectedStatus", status: 400 } });
    default:
      return outcome;
  }
}

interface ClientPoolOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly limits: ExchangeLimits;
  readonly log: RequestLog;
  readonly loadSignIn: LoadSignIn;
}

/** A client for each configured registry, each with its own credential, answers and requests. */
export class ClientPool implements Disposable {
  #clients = new Map<RegistryAddress, RegistryClient>();

  constructor(private readonly options: ClientPoolOptions) {}

  /** The clients, in the order of the configuration. */
  get all(): readonly RegistryClient[] {
    return [...this.#clients.values()];
  }

  get(address: RegistryAddress): RegistryClient | undefined {
    return this.#clients.get(address);
  }

  /** Sets the configured registries; a registry that was configured before keeps its client. */
  configure(addresses: readonly RegistryAddress[]): void {
    const before = this.#clients;
    this.#clients = new Map(
      [...new Set(addresses)].map((address) => [address, before.get(address) ?? this.#connect(address)]),
    );
    for (const [address, client] of before) if (!this.#clients.has(address)) client.dispose();
  }

  dispose(): void {
    for (const client of this.#clients.values()) client.dispose();
    this.#clients.clear();
  }

  #connect(address: RegistryAddress): RegistryClient {
    const { transport, clock, limits, log, loadSignIn } = this.options;
    const store = new RegistryStore();
    const remark = (path: string, text: string) => log.remark?.({ address, path, remark: text });
    const watched: RequestLog = {
      add: (entry) => {
        log.add(entry);
        store.noteRequest(entry.result);
      },
    };
    const send = guardRequests(address, transport, clock, limits, watched);
    return new RegistryClient(address, store, send, clock, remark, loadSignIn);
  }
}
