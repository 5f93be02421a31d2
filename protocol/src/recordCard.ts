import type { PublicRecord } from "./referenceRequests";

/** How a card is written for its reader. */
export interface CardWriter {
  /** Puts values into a sentence in the reader's language; `{0}` stands for the first of them. */
  readonly translate: (sentence: string, ...values: string[]) => string;
  /** Text of a registry as text and nothing else in the card's format. */
  readonly plain: (text: string) => string;
  /** The card's heading, from text that is plain already. */
  readonly heading: (plain: string) => string;
  /** A moment, given in milliseconds since 1970. */
  readonly moment: (milliseconds: number) => string;
}

/** The paragraphs of a hover about a record: its public fields, where they were read and when. */
export function recordCard(record: PublicRecord, writer: CardWriter): readonly string[] {
  const { translate, heading, moment } = writer;
  const plain = (text: string): string => writer.plain(text.trim());
  const facts = factsOf(record, { ...writer, plain }).filter((fact) => fact !== undefined && fact !== "");
  return [
    heading(plain(record.name === "" ? record.id : record.name)),
    ...(facts.length === 0 ? [] : [facts.join(" · ")]),
    translate("From {0}, read {1}", plain(record.registry), moment(record.readAt)),
  ];
}

function factsOf(record: PublicRecord, { translate, plain }: CardWriter): readonly (string | undefined)[] {
  switch (record.kind) {
    case "group": {
      const { groupType, status, contactPerson } = record;
      return [
        translate("Group"),
        groupType && plain(groupType),
        status && plain(status),
        contactPerson && translate("Contact person: {0}", plain(contactPerson)),
      ];
    }
    case "person": {
      const { active, primaryGroup } = record;
      return [
        translate("Person"),
        active === undefined ? undefined : active ? translate("active") : translate("inactive"),
        primaryGroup && translate("Primary group: {0}", plain(primaryGroup)),
      ];
    }
    case "user":
      return [translate("User"), record.userName && plain(record.userName)];
    case "groupType":
      return [translate("Group type")];
  }
}
