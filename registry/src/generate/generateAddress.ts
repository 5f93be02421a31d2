import type { GroupAddress } from "../../../schemas/generated/registry";
import type { Random } from "./random";
import type { Region } from "./regions";
import { departments } from "./vocabulary";

const streetAddress = (random: Random, region: Region) => ({
  address1: `${random.pick(region.streets)} ${1 + random.below(140)}`,
  city: random.pick(region.towns),
  zip: region.zip(random),
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
    primaryPhone: random.chance(60) ? region.phone(random) : "",
    secondaryPhone: "",
    primaryFax: random.chance(15) ? region.phone(random) : "",
    secondaryFax: "",
  };
}

/** Where a made-up person lives. */
export function homeAddress(random: Random, region: Region): GroupAddress {
  return {
    position: "",
    department: "",
    organisation: "",
    address2: random.chance(20) ? `Flat ${1 + random.below(40)}` : "",
    ...streetAddress(random, region),
    primaryPhone: random.chance(50) ? region.phone(random) : "",
    secondaryPhone: random.chance(10) ? region.mobile(random) : "",
    primaryFax: "",
    secondaryFax: "",
  };
}
