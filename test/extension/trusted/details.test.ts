import assert from "node:assert/strict";
import { type DetailsPage, type PageSetting, detailsHtml } from "@analyses/client/details/detailsHtml";
import {
  groupDetails,
  groupTypeDetails,
  personDetails,
  userDetails,
} from "@analyses/client/details/recordDetails";
import { groupId, groupTypeId, personId, userId } from "@analyses/client/registryClient/records";
import type { Group, GroupReference, Person, PersonAddress } from "@analyses/client/registryClient/records";
import { pageAsShown } from "../support/documents";

const setting: PageSetting = { canGoBack: false, focus: "heading", registryName: "" };

const htmlOf = (page: DetailsPage, changed: Partial<PageSetting> = {}) =>
  pageAsShown(detailsHtml(page, { ...setting, ...changed }));

/** An address whose values contain their field names. */
function addressOf(mark: string): PersonAddress {
  return {
    contactAddress: false,
    homeAddress: false,
    confidential: false,
    position: `${mark} position`,
    department: `${mark} department`,
    organisation: `${mark} organisation`,
    address1: `${mark} address1`,
    address2: `${mark} address2`,
    city: `${mark} city`,
    zip: `${mark} zip`,
    region: `${mark} region`,
    country: { code: `${mark} code`, name: `${mark} country` },
    primaryPhone: `${mark} primaryPhone`,
    secondaryPhone: `${mark} secondaryPhone`,
    primaryFax: `${mark} primaryFax`,
    secondaryFax: `${mark} secondaryFax`,
  };
}

function groupReference(mark: string): GroupReference {
  return { groupId: groupId(`${mark}-group`), name: `${mark} group`, link: `https://r.example/${mark}` };
}

const person: Person = {
  personId: personId("11143"),
  link: "https://registry.example/rest/people/11143",
  user: { userId: userId("7"), userName: "aase", link: "" },
  active: false,
  prefix: "Dr",
  firstName: "Åse",
  middleNames: "Marit",
  lastName: "Ødegård",
  suffix: "PhD",
  primaryEmail: "aase@example.org",
  secondaryEmail: "second@example.org",
  mobilePhone: "+44 7700 900001",
  skypeName: "aase.skype",
  website: "https://aase.example",
  addresses: [
    { ...addressOf("office"), contactAddress: true },
    { ...addressOf("home"), homeAddress: true },
    { ...addressOf("secret"), confidential: true },
    { ...addressOf("unsaid"), homeAddress: null },
  ],
  primaryGroup: groupReference("primary"),
  groupRoles: [{ name: "Editor", active: false, group: groupReference("role") }],
  documentRoles: [
    {
      name: "Author",
      document: {
        documentPK: "CD000001",
        title: "A review",
        link: "https://registry.example/rest/reviews/1",
      },
      group: groupReference("document"),
    },
  ],
};

const group: Group = {
  groupId: groupId("2"),
  name: "Australia Centre",
  link: "https://registry.example/rest/groups/2",
  groupType: { groupTypeId: groupTypeId("1"), name: "Centre", link: "" },
  status: "Registered",
  registrationDate: "2011-02-05",
  publisherId: "AUSTRALIA",
  email: "centre@example.org",
  website: "https://centre.example",
  contactPerson: { personId: personId("11143"), name: "Åse Ødegård", link: "" },
  address: addressOf("centre"),
  subgroups: [groupReference("sub")],
};

/** All texts of a record, with only the names of linked records. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, part]) => {
    const isReference = /^(group|primaryGroup|subgroups|user|person|contactPerson|groupType)$/.test(field);
    if (!isReference) return textsIn(part);
    const names = Array.isArray(part) ? part : [part];
    return names.flatMap(
      ({ name, userName }: { name?: string; userName?: string }) => name ?? userName ?? [],
    );
  });
}

const telephones = ["primaryPhone", "secondaryPhone", "primaryFax", "secondaryFax"];

describe("the details of a person", () => {
  const hidden = personDetails(person, "Åse Ødegård", false);
  const shown = personDetails(person, "Åse Ødegård", true);

  it("keep home and confidential addresses and all telephone numbers off the page until the user wants them", () => {
    const all = htmlOf(hidden) + hidden.json;
    for (const mark of ["home", "secret", "unsaid"]) assert.ok(!all.includes(`${mark} city`), mark);
    for (const field of telephones) assert.ok(!all.includes(`office ${field}`), field);
    assert.ok(!all.includes("7700"));
    assert.ok(all.includes("office city"));
    assert.match(htmlOf(hidden), /data-action="togglePrivate"[^>]*>Show Home and Confidential Addresses/);
  });

  it("have every field once the user shows them", () => {
    const html = htmlOf(shown);
    for (const text of textsIn(person)) assert.ok(html.includes(text), text);
    assert.match(html, /data-action="togglePrivate"[^>]*>Hide/);
    for (const text of textsIn(person.addresses)) assert.ok(shown.json.includes(text), text);
  });

  it("show the registry's text as text, never as markup or a link of another kind", () => {
    const hostile = `<img src=x onerror=alert(1)> [x](command:evil) $(error) \u202eevil`;
    const page = personDetails(
      {
        ...person,
        website: "javascript:alert(1)",
        primaryGroup: { ...groupReference("x"), name: hostile },
        documentRoles: [
          { ...groupRoleless(), document: { documentPK: "1", title: hostile, link: "command:evil" } },
        ],
      },
      `<b>${"å".repeat(10_000)}</b>`,
      true,
    );
    const rendered = detailsHtml(page, setting);
    const html = pageAsShown(rendered);
    assert.ok(html.includes("&lt;b&gt;åå"));
    assert.ok(!html.includes("<img"));
    assert.ok(!html.includes("\u202e"));
    assert.deepEqual(
      rendered.values.flatMap((value) => (value.kind === "address" ? [value.address] : [])),
      [person.link, `mailto:${person.primaryEmail}`, `mailto:${person.secondaryEmail}`],
    );
  });

  it("show no more than a person can read of texts and addresses without end", () => {
    const addresses = Array.from({ length: 5000 }, (_, number) => addressOf(`A${number}`));
    const html = htmlOf(
      personDetails({ ...person, addresses, skypeName: "x\n".repeat(1_000_000) }, "Åse", true),
    );
    assert.ok(html.includes("A400 city") && !html.includes("A600 city"));
    assert.ok((html.match(/<br>/g) ?? []).length < 20_000);
    assert.ok(html.length < 2_000_000, String(html.length));
  });
});

describe("the details of a group or a user account", () => {
  it("have every field, the parent group where it is known, and telephone numbers once the user shows them", () => {
    const parent = groupReference("parent");
    const html = htmlOf(groupDetails(group, parent, true));
    for (const text of [...textsIn(group), parent.name]) assert.ok(html.includes(text), text);
    const before = groupDetails(group, parent, false);
    for (const field of telephones) {
      assert.ok(!(htmlOf(before) + before.json).includes(`centre ${field}`), field);
    }
    const user = {
      userId: userId("7"),
      userName: "aase",
      firstName: "Åse",
      lastName: "Ødegård",
      person: { personId: personId("11143"), name: "Åse Marit Ødegård", link: "" },
    };
    const account = htmlOf(userDetails(user, "https://registry.example/rest/users/7"));
    for (const text of textsIn(user)) assert.ok(account.includes(text), text);
    assert.ok(htmlOf(before).includes("Show Telephone Numbers"));
  });
});

describe("the details of a group type", () => {
  it("show what is allowed, and nothing about what the registry leaves open", () => {
    const page = groupTypeDetails({
      groupTypeId: groupTypeId("1"),
      name: "Centre",
      link: "",
      reviewsAllowed: true,
      subgroupsAllowed: false,
      groups: [groupReference("some")],
    });
    const fields = page.sections
      .flatMap((section) => section.fields)
      .map(({ label, values }) => [label, values]);
    assert.deepEqual(fields.slice(0, 2), [
      ["Reviews", [{ kind: "text", text: "allowed" }]],
      ["Subgroups", [{ kind: "text", text: "not allowed" }]],
    ]);
    assert.equal(fields.length, 3);
    assert.ok(htmlOf(page).includes("some group"));
  });
});

describe("a page of details", () => {
  const page = groupDetails(group, undefined, false);

  it("lets nothing be loaded, and no script and no style run but its own", () => {
    const html = pageAsShown(detailsHtml(page, setting), "abc");
    assert.match(
      html,
      /content="default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'nonce-abc'; script-src 'nonce-abc'"/,
    );
    assert.equal(html.match(/<script|<style/g)?.length, 2);
    assert.equal(html.match(/<(script|style) nonce="abc">/g)?.length, 2);
    assert.ok(!/<(img|link|iframe|object)|https?:\/\/[^<]*\.(js|css|png)|style="|onclick/.test(html));
  });

  it("names the registry where there are several, for each may have the same record", () => {
    assert.match(htmlOf(page, { registryName: "Test <b>" }), /<p[^>]*>Registry: Test &lt;b&gt;<\/p>/);
    assert.doesNotMatch(htmlOf(page), /Registry:/);
  });
});

function groupRoleless() {
  return { name: "Author", group: { groupId: groupId(""), name: "", link: "" } };
}
