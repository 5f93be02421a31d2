import assert from "node:assert/strict";
import { isIPv4, isIPv6 } from "node:net";
import fc from "fast-check";
import { formats } from "@analyses/json-schema";

const follows = (format: string, text: string): boolean => (formats.get(format) ?? assert.fail(format))(text);

/** Checks a format against generated texts with known results. */
function holds(format: string, texts: fc.Arbitrary<readonly [text: string, expected: boolean]>): void {
  fc.assert(
    fc.property(texts, ([text, expected]) => {
      assert.equal(follows(format, text), expected, `${format}: ${JSON.stringify(text)}`);
    }),
    { numRuns: 500 },
  );
}

const digits = (value: number, count: number): string => String(value).padStart(count, "0");
const all = (texts: fc.Arbitrary<string>, expected: boolean) =>
  texts.map((text) => [text, expected] as const);
const madeOf = (characters: string, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...Array.from(characters)), maxLength });

/** Inserts one character at a random offset of a text. */
const spoiled = (texts: fc.Arbitrary<string>, characters: string): fc.Arbitrary<string> =>
  fc.tuple(texts, fc.nat(), fc.constantFrom(...Array.from(characters))).map(([text, place, character]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + character + text.slice(at);
  });

const daysIn = (year: number, month: number): number => {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
};

const date = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
  .map(([year, month, day]) => {
    const text = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
    return [text, day >= 1 && day <= daysIn(year, month)] as const;
  });

const time = fc
  .tuple(
    ...([25, 61, 61, 25, 61] as const).map((max) => fc.integer({ min: 0, max })),
    fc.constantFrom("", ".5", ".123456"),
    fc.constantFrom("Z", "z", "+", "-"),
  )
  .map((parts) => {
    const [hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = parts.filter(
      (part) => typeof part === "number",
    );
    const [fraction = "", zone = ""] = parts.filter((part) => typeof part === "string");
    const hasOffset = zone === "+" || zone === "-";
    const offset = hasOffset ? `${zone}${digits(zoneHour, 2)}:${digits(zoneMinute, 2)}` : zone;
    const text = `${digits(hour, 2)}:${digits(minute, 2)}:${digits(second, 2)}${fraction}${offset}`;
    const minutesInUtc =
      hour * 60 + minute - (hasOffset ? Number(`${zone}1`) * (zoneHour * 60 + zoneMinute) : 0);
    const isLastOfDay = ((minutesInUtc % 1440) + 1440) % 1440 === 1439;
    const inRange = hour < 24 && minute < 60 && (!hasOffset || (zoneHour < 24 && zoneMinute < 60));
    return [text, inRange && (second < 60 || (second === 60 && isLastOfDay))] as const;
  });

const instant = fc
  .date({ min: new Date("0000-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true })
  .map((moment) => moment.toISOString());

const pointer = fc
  .array(fc.string({ maxLength: 5 }), { maxLength: 4 })
  .map((steps) => steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""));

const webAddress = fc.webUrl({ withFragments: true, withQueryParameters: true });
const email = fc.emailAddress();

describe("formats are what their specifications say, near misses included:", () => {
  it("days of the calendar", () => {
    holds("date", date);
    // JavaScript's Date accepts these.
    for (const text of ["0001-13-13", "0000-13-31"]) assert.ok(!follows("date", text), text);
  });
  it("times of the day with leap seconds and offsets", () => holds("time", time));
  it("moments", () => {
    holds("date-time", all(instant, true));
    holds("date-time", all(spoiled(instant, " ,.:TZ-"), false));
    holds(
      "date-time",
      fc.tuple(date, time).map(([[day, isDay], [hour, isHour]]) => [`${day}T${hour}`, isDay && isHour]),
    );
  });
  it("durations", () => {
    for (const text of ["P1Y", "P1Y2M3D", "PT5M", "P1DT12H", "P4W", "PT1H2M3S", "P0D"])
      assert.ok(follows("duration", text), text);
    for (const text of ["", "P", "PT", "P1", "P1D2M", "P1YT", "P2W3D", "1D", "P1.5D", "PT1D", "P1S", "P-1D"])
      assert.ok(!follows("duration", text), text);
  });
  it("addresses of computers", () => {
    const oracle = (is: (text: string) => boolean, texts: fc.Arbitrary<string>) =>
      texts.map((text) => [text, is(text)] as const);
    holds("ipv4", all(fc.ipV4(), true));
    holds(
      "ipv4",
      oracle(
        isIPv4,
        fc.array(fc.nat(300), { maxLength: 5 }).map((parts) => parts.join(".")),
      ),
    );
    holds("ipv4", oracle(isIPv4, madeOf("0125.", 15)));
    holds("ipv6", all(fc.ipV6(), true));
    holds("ipv6", oracle(isIPv6, madeOf("0aF:::.1", 24)));
    holds("ipv6", oracle(isIPv6, spoiled(fc.ipV6(), "0:.g")));
  });
  it("host names", () => {
    holds("hostname", all(fc.domain(), true));
    holds("hostname", all(spoiled(fc.domain(), " _/@!ä"), false));
    for (const text of ["", "-a", "a-", "a..b", ".", "a.", `${"a".repeat(64)}.org`, "a.".repeat(127) + "bc"])
      assert.ok(!follows("hostname", text), text);
    assert.ok(!follows("hostname", "münchen.example"));
  });
  it("addresses of people", () => {
    holds("email", all(email, true));
    holds("email", all(spoiled(email, " ()<>,;:"), false));
    assert.ok(!follows("email", "é@b.c"));
    for (const text of ["a", "@b.org", "a@", "a@b@c.org", ".a@b.org", "a..b@c.org", "a@[1.2.3]"])
      assert.ok(!follows("email", text), text);
  });
  it("addresses in the web", () => {
    for (const format of ["uri", "uri-reference"]) {
      holds(format, all(webAddress, true));
      holds(format, all(spoiled(webAddress, ' "<>\\^`{|}'), false));
    }
    for (const text of ["a/b?c#d", "//host/path", "", "#x", "?q"]) {
      assert.ok(follows("uri-reference", text) && !follows("uri", text), text);
    }
    for (const text of [
      "http://[::1]:8080/a",
      "ldap://[v1.x]",
      "http://me:x@a.org:/%20",
      "urn:a:b",
      "a:",
      "a://",
    ])
      assert.ok(follows("uri", text), text);
    for (const text of [
      "%zz",
      "http://[::1",
      "1:2",
      ":a",
      "http://[::g]",
      "http://a[::1]",
      "http://a:b:c/",
      "a#b#c",
    ])
      assert.ok(!follows("uri-reference", text), text);
  });
  it("universally unique identifiers", () => {
    holds("uuid", all(fc.uuid(), true));
    holds("uuid", all(spoiled(fc.uuid(), "0a-g"), false));
  });
  it("JSON pointers", () => {
    holds("json-pointer", all(pointer, true));
    holds(
      "json-pointer",
      all(
        pointer.map((text) => `${text}/~2`),
        false,
      ),
    );
    holds(
      "json-pointer",
      all(
        pointer.map((text) => `x${text}`),
        false,
      ),
    );
  });
});
