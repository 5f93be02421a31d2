import { bindRoles, evidenceOfItem } from "@analyses/evidence";

/** The events and totals of both arms read from each study of an item. */
export function numbersIn(item: unknown, sources: Parameters<typeof bindRoles>[0]): unknown {
  const { content } = evidenceOfItem(item, bindRoles(sources));
  return content.rows?.map((row) =>
    (["experimental-events", "experimental-total", "comparator-events", "comparator-total"] as const).map(
      (one) => row.number(one),
    ),
  );
}
