/** What a registry may answer that is small on the wire, or in sense, and large in the editor. */
export interface AbsurdAnswer {
  readonly what: string;
  readonly endpoint: "groups" | "person";
  readonly body: () => string;
  readonly isPacked: boolean;
  /** `read`, or how the client calls what is wrong. */
  readonly outcome: string;
}

const megabyte = 2 ** 20;

export const absurdAnswers: readonly AbsurdAnswer[] = [
  {
    what: "100,000 groups",
    endpoint: "groups",
    body: () => groups(100_000, (number) => group(number, number % 20)),
    isPacked: true,
    outcome: "read",
  },
  {
    what: "300,000 groups of as many types",
    endpoint: "groups",
    body: () => groups(300_000, (number) => group(number, number)),
    isPacked: true,
    outcome: "read",
  },
  {
    what: "127 MB of `{}`, packed",
    endpoint: "groups",
    body: () => repeated('{"numberOfEntries":"1","groups":[', "{}", 127 * megabyte),
    isPacked: true,
    outcome: "overpacked",
  },
  {
    what: "30 MB of `{}`",
    endpoint: "groups",
    body: () => repeated('{"groups":[', "{}", 30 * megabyte),
    isPacked: false,
    outcome: "tooMuch",
  },
  {
    what: "8.9 MB of `[]` in a person, packed",
    endpoint: "person",
    body: () => repeated('{"personId":"1","addresses":[', "[]", 8.9 * 1e6),
    isPacked: true,
    outcome: "tooLarge",
  },
  {
    what: "2.9 million `[]` among the groups",
    endpoint: "groups",
    body: () => repeated('{"groups":[', "[]", 2.9e6 * 3),
    isPacked: false,
    outcome: "tooMuch",
  },
  {
    what: "one good group among 1.4 million `{}`",
    endpoint: "groups",
    body: () => repeated(`{"groups":[${group(1, 1)},`, "{}", 1.4e6 * 3),
    isPacked: false,
    outcome: "tooMuch",
  },
  {
    what: "one good group among 1.4 million `[]`",
    endpoint: "groups",
    body: () => repeated(`{"groups":[${group(1, 1)},`, "[]", 1.4e6 * 3),
    isPacked: false,
    outcome: "tooMuch",
  },
  {
    what: "30 MB of one name",
    endpoint: "groups",
    body: () => `{"groups":[{"groupId":"1","name":"${"x".repeat(30 * megabyte)}"}]}`,
    isPacked: true,
    outcome: "overpacked",
  },
  {
    what: "30 MB of one name, not packed",
    endpoint: "groups",
    body: () => `{"groups":[{"groupId":"1","name":"${"x".repeat(30 * megabyte)}"}]}`,
    isPacked: false,
    outcome: "tooMuch",
  },
  {
    what: "740,000 groups of an identifier only",
    endpoint: "groups",
    body: () => groups(740_000, (number) => `{"groupId":"${number}"}`),
    isPacked: true,
    outcome: "tooMuch",
  },
  {
    what: "1.4 million groups of an identifier only",
    endpoint: "groups",
    body: () => groups(1_400_000, (number) => `{"groupId":"${number}"}`),
    isPacked: true,
    outcome: "tooMuch",
  },
  {
    what: "740,000 records of one unknown field",
    endpoint: "groups",
    body: () => groups(740_000, (number) => `{"a${number}":"${number}"}`),
    isPacked: true,
    outcome: "tooMuch",
  },
  {
    what: "300,000 groups, numbers where text should be",
    endpoint: "groups",
    body: () =>
      groups(
        300_000,
        (number) =>
          `{"groupId":${number},"name":${number},"link":${number},"groupType":{"groupTypeId":${number},"name":1,"link":1}}`,
      ),
    isPacked: true,
    outcome: "read",
  },
];

function group(number: number, type: number): string {
  return (
    `{"groupId":"${number}","name":"Group ${number}","link":"https://r.example/rest/groups/${number}",` +
    `"groupType":{"groupTypeId":"${type}","name":"Centre ${type}","link":"https://r.example/rest/groupTypes/${type}"}}`
  );
}

function groups(count: number, item: (number: number) => string): string {
  const items = Array.from({ length: count }, (_, number) => item(number));
  return `{"numberOfEntries":"${count}","groups":[${items.join(",")}]}`;
}

/** @param item so often in a list that begins before it that there are about so many bytes */
function repeated(before: string, item: string, bytes: number): string {
  return `${before}${`${item},`.repeat(Math.round(bytes / (item.length + 1)))}${item}]}`;
}
