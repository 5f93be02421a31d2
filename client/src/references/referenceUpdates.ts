import type { PublicRecord } from "../../../protocol/src/referenceRequests";
import { readRegistryLink } from "../../../protocol/src/registryLink";
import type { TextChange } from "./textEdits";
import type { WrittenReference, WrittenString } from "./writtenReferences";

/** Whether a reference's link leads to the record that its identifier names. */
export function agreesWithItself({ kind, id, link }: WrittenReference): boolean {
  const target = readRegistryLink(link.value);
  return target?.kind === kind && target.id === id;
}

/** What makes a reference say what the registry says of its record: its name, and its link where it has one. */
export function updatesOf(
  { name, link }: WrittenReference,
  record: Pick<PublicRecord, "name" | "link">,
): readonly TextChange[] {
  return [
    ...(name === undefined || record.name === "" ? [] : changeTo(name, record.name)),
    ...(readRegistryLink(record.link) === undefined ? [] : changeTo(link, record.link)),
  ];
}

function changeTo({ value, start, end }: WrittenString, wanted: string): readonly TextChange[] {
  return value === wanted ? [] : [{ start, end, newText: JSON.stringify(wanted) }];
}
