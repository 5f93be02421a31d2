// What the rows of a figure are called.

/** Whether a row is one of the document. */
export function isStudy(row: string | undefined): row is `/${string}` {
  return row?.startsWith("/") === true;
}

/** The index of the subgroup that a row names, or sums up; undefined for any other row. */
export function subgroupOf(row: string | undefined): number | undefined {
  const [, index] = /^subgroup (\d+)(?: sums)?$/.exec(row ?? "") ?? [];
  return index === undefined ? undefined : Number(index);
}
