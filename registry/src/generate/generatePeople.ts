import type {
  DocumentRole,
  Group,
  GroupAddress,
  GroupRole,
  Person,
  PersonAddress,
  User,
} from "@analyses/schemas/generated/registry";
import { identifier, longIdentifier, slug } from "./random";
import type { Random } from "./random";
import {
  conditions,
  departments,
  documentRoleNames,
  groupRoleNames,
  interventions,
  regions,
  withDigits,
} from "./vocabulary";
import type { Region } from "./vocabulary";

/** The sample users (`sampleAccounts`) are the first people of every generated registry. */
const sampleUserNames = ["reviewer", "reader"];
const firstPersonId = 11_143;
const firstUserId = 20_417;

/** A person and, for most, the user account. */
interface PersonAndUser {
  readonly person: Person;
  readonly user: User | null;
}

/** @param index 0 for the first person of the registry, and so on */
export function generatePerson(random: Random, index: number, groups: readonly Group[]): PersonAndUser {
  const sampleUser = sampleUserNames[index];
  const [home] = regions;
  const region = sampleUser === undefined || home === undefined ? random.pick(regions) : home;
  const firstName = random.pick(region.givenNames);
  const lastName = random.pick(region.familyNames);
  const handle = slug(`${firstName} ${lastName}`).replaceAll("-", ".") || "member";
  const personId =
    sampleUser === undefined ? identifier(random, firstPersonId + index) : String(firstPersonId + index);
  const user: User | null =
    sampleUser === undefined && random.chance(12)
      ? null
      : {
          userId:
            sampleUser === undefined ? identifier(random, firstUserId + index) : String(firstUserId + index),
          userName: sampleUser ?? `${handle}.${index + 1}`,
          firstName,
          lastName,
          person: { personId, name: "", link: "" },
        };
  const person: Person = {
    personId,
    link: "",
    user: { userId: user?.userId ?? "", userName: "", link: "" },
    active: sampleUser !== undefined || !random.chance(12),
    prefix: random.chance(45) ? random.pick(["Dr", "Prof.", "Ms", "Mr", "Mx"]) : "",
    firstName,
    middleNames: random.chance(20) ? random.pick(region.givenNames) : "",
    lastName,
    suffix: random.chance(15) ? random.pick(["PhD", "MSc", "MD, PhD", "RN"]) : "",
    primaryEmail: `${handle}@${slug(random.pick(region.towns))}.example`,
    secondaryEmail: random.chance(15) ? `${handle}${index + 1}@mail.example` : "",
    mobilePhone: random.chance(40) ? withDigits(random, region.mobile) : "",
    skypeName: random.chance(8) ? `${handle}.calls` : "",
    website: random.chance(12) ? `https://${handle.replaceAll(".", "-")}.example` : "",
    addresses: generateAddresses(random, region, sampleUser !== undefined),
    primaryGroup: { groupId: random.chance(90) ? random.pick(groups).groupId : "", name: "", link: "" },
    groupRoles: Array.from({ length: sampleUser === undefined ? random.below(4) : 3 }, () =>
      generateGroupRole(random, groups),
    ),
    documentRoles: Array.from({ length: sampleUser === undefined ? random.below(3) : 2 }, () =>
      generateDocumentRole(random, groups),
    ),
  };
  return { person, user };
}

function generateAddresses(random: Random, region: Region, isComplete: boolean): readonly PersonAddress[] {
  const addresses: PersonAddress[] = [];
  if (isComplete || random.chance(75)) {
    const confidential = random.chance(5);
    addresses.push({
      contactAddress: true,
      homeAddress: false,
      confidential,
      ...workAddress(random, region),
    });
  }
  if (isComplete || random.chance(35)) {
    const contactAddress = addresses.length === 0;
    const confidential = isComplete || random.chance(60);
    addresses.push({ contactAddress, homeAddress: true, confidential, ...homeAddress(random, region) });
  }
  return addresses;
}

function generateGroupRole(random: Random, groups: readonly Group[]): GroupRole {
  return {
    name: random.pick(groupRoleNames),
    active: !random.chance(25),
    group: { groupId: random.pick(groups).groupId, name: "", link: "" },
  };
}

function generateDocumentRole(random: Random, groups: readonly Group[]): DocumentRole {
  return {
    name: random.pick(documentRoleNames),
    document: {
      documentPK: longIdentifier(random),
      title: `${random.pick(interventions)} for ${random.pick(conditions)}`,
      link: `rest/reviews/R${random.digits(6)}/metadata`,
    },
    group: { groupId: random.pick(groups).groupId, name: "", link: "" },
  };
}

const streetAddress = (random: Random, region: Region) => ({
  address1: `${random.pick(region.streets)} ${1 + random.below(140)}`,
  city: random.pick(region.towns),
  zip: withDigits(random, region.zip),
  region: "",
  country: region.country,
});

/** The address of a university, with its switchboard's number. */
export function workAddress(random: Random, region: Region): GroupAddress {
  const address = streetAddress(random, region);
  return {
    position: random.chance(20) ? random.pick(["Lecturer", "Librarian", "Professor", "Research Fellow"]) : "",
    department: random.chance(60) ? random.pick(departments) : "",
    organisation: `University of ${address.city}`,
    address2: random.chance(25) ? `Building ${1 + random.below(30)}` : "",
    ...address,
    primaryPhone: random.chance(60) ? withDigits(random, region.phone) : "",
    secondaryPhone: "",
    primaryFax: random.chance(15) ? withDigits(random, region.phone) : "",
    secondaryFax: "",
  };
}

/** The home address of a generated person. */
function homeAddress(random: Random, region: Region): GroupAddress {
  return {
    position: "",
    department: "",
    organisation: "",
    address2: random.chance(20) ? `Flat ${1 + random.below(40)}` : "",
    ...streetAddress(random, region),
    primaryPhone: random.chance(50) ? withDigits(random, region.phone) : "",
    secondaryPhone: random.chance(10) ? withDigits(random, region.mobile) : "",
    primaryFax: "",
    secondaryFax: "",
  };
}
