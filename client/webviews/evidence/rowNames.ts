// The names of a figure's rows.

/** Whether a row is a study of the document. */
export function isStudy(row: string | undefined): row is `/${string}` {
  return row?.startsWith("/") === true;
}

/** The index of the subgroup whose heading or total a row is; undefined for other rows. */
export function subgroupOf(row: string | undefined): number | undefined {
  const [, index] = /^subgroup (\d+)(?: sums)?$/.exec(row ?? "") ?? [];
  return index === undefined ? undefined : Number(index);
}
