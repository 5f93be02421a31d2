import { type NumberRole, type Translate, columnTitle } from "@analyses/evidence";

/** The displayed name of a role of numbers, such as `Experimental arm: Events`. */
export function numberName(role: NumberRole, translate: Translate): string {
  if (role === "interval-low") return translate("Lower end of the interval");
  if (role === "interval-high") return translate("Upper end of the interval");
  const title = role.endsWith("-non-events")
    ? translate("Participants without the event")
    : columnTitle(role, translate);
  if (role.startsWith("experimental-")) return translate("Experimental arm: {0}", title);
  return role.startsWith("comparator-") ? translate("Comparator arm: {0}", title) : title;
}
