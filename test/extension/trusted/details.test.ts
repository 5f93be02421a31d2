import assert from "node:assert/strict";
import { detailsHtml } from "../../../client/src/details/detailsHtml";
import { groupTypeDetails } from "../../../client/src/details/groupTypeDetails";
import { personDetails } from "../../../client/src/details/personDetails";
import { groupId, groupTypeId, personId, userId } from "../../../client/src/registry/ids";
import type { Person, PersonAddress } from "../../../client/src/registry/records";

const nowhere = {
  position: "",
  department: "",
  organisation: "",
  address1: "",
  address2: "",
  city: "",
  zip: "",
  region: "",
  country: { code: "", name: "" },
  primaryPhone: "",
  secondaryPhone: "",
  primaryFax: "",
  secondaryFax: "",
};

const office: PersonAddress = {
  ...nowhere,
  contactAddress: true,
  homeAddress: false,
  confidential: false,
  organisation: "Institute of Reviews",
  primaryPhone: "+44 20 7946 0001",
};

const person: Person = {
  personId: personId("11143"),
  link: "https://registry.example/rest/people/11143",
  user: { userId: userId("7"), userName: "aase", link: "" },
  active: false,
  prefix: "",
  firstName: "Åse",
  middleNames: "",
  lastName: "Ødegård",
  suffix: "",
  primaryEmail: "aase@example.org",
  secondaryEmail: "",
  mobilePhone: "+44 7700 900001",
  skypeName: "",
  website: "javascript:alert(1)",
  addresses: [
    office,
    { ...office, homeAddress: true, organisation: "At home" },
    { ...office, confidential: true, organisation: "In confidence" },
    { ...nowhere, organisation: "Nobody says whether this is a home" },
  ],
  primaryGroup: { groupId: groupId("2"), name: "<img src=x onerror=alert(1)>", link: "" },
  groupRoles: [],
  documentRoles: [],
};

describe("the details of a person", () => {
  it("keep home and confidential addresses and all telephone numbers off the page until asked", () => {
    const page = personDetails(person, "Åse Ødegård", false);
    const all = detailsHtml(page, "n", false).html + page.json;
    for (const hidden of ["At home", "In confidence", "Nobody says", "7946", "7700"]) {
      assert.ok(!all.includes(hidden), hidden);
    }
    assert.ok(all.includes("Institute of Reviews"));
    assert.equal(page.privacy, "hidden");
  });

  it("show them once asked", () => {
    const { html } = detailsHtml(personDetails(person, "Åse Ødegård", true), "n", false);
    for (const shown of ["At home", "In confidence", "7946", "7700"]) assert.ok(html.includes(shown), shown);
  });

  it("show the registry's text as text, never as markup or a link of another kind", () => {
    const { html, values } = detailsHtml(personDetails(person, "<b>Åse</b>", true), "n", false);
    assert.ok(html.includes("&lt;b&gt;Åse&lt;/b&gt;"));
    assert.ok(!html.includes("<img"));
    assert.deepEqual(
      values.filter((value) => value.kind === "address"),
      [],
    );
  });

  it("leave empty fields out", () => {
    assert.ok(!detailsHtml(personDetails(person, "Åse", true), "n", false).html.includes("Skype"));
  });
});

describe("the details of a group type", () => {
  it("say what is allowed, and nothing of what the registry leaves open", () => {
    const page = groupTypeDetails({
      groupTypeId: groupTypeId("1"),
      name: "Centre",
      link: "",
      reviewsAllowed: true,
      subgroupsAllowed: false,
      groups: [],
    });
    const fields = page.sections
      .flatMap((section) => section.fields)
      .map(({ label, values }) => [label, values]);
    assert.deepEqual(fields, [
      ["Reviews", [{ kind: "text", text: "allowed" }]],
      ["Subgroups", [{ kind: "text", text: "not allowed" }]],
    ]);
  });
});
