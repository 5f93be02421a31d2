import * as vscode from "vscode";
import { nameOr } from "../platform/displayText";
import type { PersonId } from "../registryClient/records";
import { personId } from "../registryClient/records";
import type { PersonReason } from "../registryClient/registryStore";
import type { Registry } from "./registries";

/** A person whom the user has met in a registry, or keeps pinned. */
export interface MetPerson {
  readonly personId: PersonId;
  readonly name: string;
  readonly link: string;
  /** Why the person is known, in a few words. */
  readonly reasons: string;
  readonly isPinned: boolean;
  readonly isRecent: boolean;
}

/** Pinned people first, then those last looked at, then the others in the order of meeting. */
export function metPeople({ store, pins }: Registry): readonly MetPerson[] {
  const pinned = pins.all.filter(({ kind }) => kind === "person");
  const { people: known, recent } = store;
  const ranks = new Map<string, number>();
  for (const { kind, id } of [...pinned, ...recent]) {
    if (kind === "person" && !ranks.has(id)) ranks.set(id, ranks.size);
  }
  const rank = (person: MetPerson) => ranks.get(person.personId) ?? ranks.size;
  const isKnown = new Set<string>(known.map((person) => person.personId));
  const strangers = pinned
    .filter(({ id }) => !isKnown.has(id))
    .map(({ id, name, link }) => ({ personId: personId(id), name, link, reasons: [] }));
  const isPinned = new Set(pinned.map(({ id }) => id));
  const isRecent = new Set(recent.filter(({ kind }) => kind === "person").map(({ id }) => id));
  return [...strangers, ...known]
    .map((person) => {
      const { personId: id, name, link, reasons } = person;
      const marks = {
        isPinned: isPinned.has(id),
        isRecent: isRecent.has(id),
      };
      return { personId: id, name, link, reasons: reasonsText(reasons, marks), ...marks };
    })
    .sort((a, b) => rank(a) - rank(b));
}

function reasonsText(
  reasons: readonly PersonReason[],
  { isPinned, isRecent }: Pick<MetPerson, "isPinned" | "isRecent">,
): string {
  // Whoever was met in another way was also opened by then: that is said only where it is all there is.
  const others = reasons.filter(({ kind }) => kind !== "openedById");
  const parts = (others.length === 0 ? reasons : others).map(reasonText);
  if (isPinned) parts.unshift(vscode.l10n.t("pinned"));
  if (isRecent && others.length > 0) parts.push(vscode.l10n.t("opened recently"));
  return parts.join(", ");
}

function reasonText(reason: PersonReason): string {
  switch (reason.kind) {
    case "me":
      return vscode.l10n.t("you");
    case "contactPerson":
      return vscode.l10n.t("contact person of {0}", nameOr(reason.groupName, reason.groupId));
    case "openedById":
      return vscode.l10n.t("opened by id");
    case "ofUser":
      return vscode.l10n.t("of a user account");
  }
}
