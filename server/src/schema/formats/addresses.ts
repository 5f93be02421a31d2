import { isHostname, isInternationalHostname, isIpv4, isIpv6 } from "./hosts";

const atext = "a-zA-Z0-9!#$%&'*+/=?^_`{|}~-";
const email = mailbox(atext, "\\x20-\\x7e");
const internationalEmail = mailbox(`${atext}\\u0080-\\u{10ffff}`, "\\x20-\\x7e\\u0080-\\u{10ffff}");

function mailbox(atoms: string, quoted: string): RegExp {
  return new RegExp(
    `^(?:[${atoms}]+(?:\\.[${atoms}]+)*|"(?:(?!["\\\\])[${quoted}]|\\\\[${quoted}])*")@([^@]+)$`,
    "u",
  );
}

/** RFC 5321, section 4.1.2, Mailbox. */
export function isEmail(text: string): boolean {
  const domain = email.exec(text)?.[1];
  return domain !== undefined && (isHostname(domain) || isAddressLiteral(domain));
}

/** RFC 6531, section 3.3. */
export function isInternationalEmail(text: string): boolean {
  const domain = internationalEmail.exec(text)?.[1];
  return domain !== undefined && (isInternationalHostname(domain) || isAddressLiteral(domain));
}

function isAddressLiteral(domain: string): boolean {
  const inside = /^\[(.*)\]$/.exec(domain)?.[1];
  if (inside === undefined) return false;
  return inside.startsWith("IPv6:") ? isIpv6(inside.slice(5)) : isIpv4(inside);
}
