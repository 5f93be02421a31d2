import type { TreeNode } from "./nodes/node";

/** Rows that have identifiers of their own, also where a registry names a record twice in one list. */
export function withUniqueIds(rows: readonly TreeNode[]): TreeNode[] {
  const taken = new Set<string>();
  return rows.map((row) => {
    let { id } = row;
    for (let copy = 2; taken.has(id); copy += 1) id = `${row.id}#${copy}`;
    taken.add(id);
    return id === row.id ? row : { ...row, id };
  });
}
