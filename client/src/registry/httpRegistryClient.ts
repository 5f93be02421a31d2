import {
  checkGroup,
  checkGroupList,
  checkGroupType,
  checkGroupTypeList,
  checkPerson,
  checkUser,
} from "../../../schemas/generated/registryValidators";
import { listPath, recordPath } from "../../../protocol/src/registryLink";
import type { Account, AccountState } from "./account";
import { accountOf } from "./account";
import type { CheckedAnswer } from "./answers";
import { checkAnswer } from "./answers";
import type { Clock } from "./clock";
import type { Credential } from "./credential";
import type { Event } from "./event";
import type { Send } from "./guardedRequest";
import type { GroupId, GroupTypeId, PersonId, UserId } from "./ids";
import { KnowledgeIndex } from "./knowledgeIndex";
import type { Outcome } from "./outcome";
import { failed } from "./outcome";
import { RecordReader } from "./recordReader";
import type { Group, GroupListItem, GroupType, GroupTypeListItem, Person, User } from "./records";
import type { RegistryAddress } from "./registryAddress";
import type { ReadOptions, RegistryClient } from "./registryClient";
import { Session } from "./session";

const myPerson = `${listPath("person")}/me`;
const myUser = `${listPath("user")}/me`;

/** A registry that is asked over the network. */
export class HttpRegistryClient implements RegistryClient {
  readonly address: RegistryAddress;
  readonly knowledge = new KnowledgeIndex();
  readonly #send: Send;
  readonly #clock: Clock;
  readonly #session = new Session();
  readonly #groupTypes: RecordReader<readonly GroupTypeListItem[]>;
  readonly #groupType: RecordReader<GroupType>;
  readonly #groups: RecordReader<readonly GroupListItem[]>;
  readonly #group: RecordReader<Group>;
  readonly #person: RecordReader<Person>;
  readonly #user: RecordReader<User>;

  constructor(address: RegistryAddress, send: Send, clock: Clock) {
    this.address = address;
    this.#send = send;
    this.#clock = clock;
    const session = this.#session;
    this.#groupTypes = new RecordReader({ send, clock, session: undefined, accept: acceptGroupTypes });
    this.#groupType = new RecordReader({
      send,
      clock,
      session: undefined,
      accept: (body) => checkAnswer(body, checkGroupType),
    });
    this.#groups = new RecordReader({ send, clock, session: undefined, accept: acceptGroups });
    this.#group = new RecordReader({ send, clock, session, accept: (body) => checkAnswer(body, checkGroup) });
    this.#person = new RecordReader({
      send,
      clock,
      session,
      accept: (body) => checkAnswer(body, checkPerson),
    });
    this.#user = new RecordReader({ send, clock, session, accept: acceptUser });
  }

  get account(): AccountState {
    return this.#session.state;
  }

  get onDidChangeAccount(): Event<AccountState> {
    return this.#session.onDidChange;
  }

  async groupTypes(options: ReadOptions): Promise<Outcome<readonly GroupTypeListItem[]>> {
    const outcome = withoutIdentifier(await this.#groupTypes.read(listPath("groupType"), options));
    if (outcome.kind === "ok") this.knowledge.learnGroupTypes(outcome.value);
    return outcome;
  }

  async groupType(id: GroupTypeId, options: ReadOptions): Promise<Outcome<GroupType>> {
    const outcome = await this.#groupType.read(recordPath("groupType", id), options);
    if (outcome.kind === "ok") this.knowledge.learnGroupType(outcome.value);
    return outcome;
  }

  async groups(options: ReadOptions): Promise<Outcome<readonly GroupListItem[]>> {
    const outcome = withoutIdentifier(await this.#groups.read(listPath("group"), options));
    if (outcome.kind === "ok") this.knowledge.learnGroups(outcome.value);
    return outcome;
  }

  async group(id: GroupId, options: ReadOptions): Promise<Outcome<Group>> {
    const outcome = await this.#group.read(recordPath("group", id), options);
    if (outcome.kind === "ok") {
      this.knowledge.learnGroup(outcome.value);
      if (options.inBackground !== true) this.knowledge.meetContactPerson(outcome.value);
    }
    return outcome;
  }

  async person(id: PersonId, options: ReadOptions): Promise<Outcome<Person>> {
    const outcome = await this.#person.read(recordPath("person", id), options);
    if (outcome.kind === "ok") {
      if (options.inBackground === true) this.knowledge.updatePerson(outcome.value);
      else this.knowledge.meetPerson(outcome.value, { kind: "openedById" });
    }
    return outcome;
  }

  async personMe(options: ReadOptions): Promise<Outcome<Person>> {
    const outcome = await this.#person.read(myPerson, options);
    if (outcome.kind === "ok") this.knowledge.meetPerson(outcome.value, { kind: "me" });
    return outcome;
  }

  async user(id: UserId, options: ReadOptions): Promise<Outcome<User>> {
    const outcome = await this.#user.read(recordPath("user", id), options);
    if (outcome.kind === "ok" && options.inBackground !== true) {
      this.knowledge.meetReferredPerson(outcome.value.person, { kind: "ofUser" });
    }
    return outcome;
  }

  async userMe(options: ReadOptions): Promise<Outcome<User>> {
    const outcome = withoutIdentifier(await this.#user.read(myUser, options));
    if (outcome.kind === "ok") this.knowledge.meetReferredPerson(outcome.value.person, { kind: "me" });
    return outcome;
  }

  /** Asks the registry whom a credential belongs to. Changes nothing, whatever the answer. */
  async verify(credential: Credential, signal: AbortSignal): Promise<Outcome<Account>> {
    const answer = await this.#send({ path: myUser, credential, validators: undefined, signal });
    if (answer.kind === "failed") return withoutIdentifier(answer);
    const user: CheckedAnswer<User> =
      answer.kind === "json" ? acceptUser(answer.value) : { kind: "wrong", fault: { kind: "notJson" } };
    return user.kind === "ok"
      ? { kind: "ok", value: accountOf(user.value, credential.scheme), readAt: this.#clock.now() }
      : { kind: "failed", error: { kind: "notTheInterface", fault: user.fault } };
  }

  /** Takes an accepted credential into use; what another one has read is forgotten. */
  signIn(account: Account, credential: Credential): void {
    this.#forgetPrivate();
    this.#session.signIn(account, credential);
  }

  /** Takes a stored credential into use, without asking the registry, unless it is in use already. */
  resume(account: Account, credential: Credential): void {
    if (!this.#session.has(credential)) this.signIn(account, credential);
  }

  signOut(): void {
    this.#forgetPrivate();
    this.#session.signOut();
  }

  dispose(): void {
    for (const reader of [this.#groupTypes, this.#groupType, this.#groups]) reader.clear();
    this.#forgetPrivate();
    this.knowledge.dispose();
    this.#session.dispose();
  }

  /** What only a signed-in user may read. */
  #forgetPrivate(): void {
    for (const reader of [this.#group, this.#person, this.#user]) reader.clear();
    this.knowledge.forgetPeople();
  }
}

/**
 * Every registry has lists and an account for whoever is signed in: there is no identifier that could be wrong
 * where they are not found, so that the address is none of a registry.
 */
function withoutIdentifier<T>(outcome: Outcome<T>): Outcome<T> {
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

function acceptGroupTypes(body: unknown): CheckedAnswer<readonly GroupTypeListItem[]> {
  const answer = checkAnswer(body, checkGroupTypeList);
  return answer.kind === "ok" ? { kind: "ok", value: answer.value.groupTypes } : answer;
}

function acceptGroups(body: unknown): CheckedAnswer<readonly GroupListItem[]> {
  const answer = checkAnswer(body, checkGroupList);
  return answer.kind === "ok" ? { kind: "ok", value: answer.value.groups } : answer;
}

function acceptUser(body: unknown): CheckedAnswer<User> {
  return checkAnswer(body, checkUser);
}
