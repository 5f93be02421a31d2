const names = ["personId", "userId", "groupId", "groupTypeId"];

/** Whether a field of this name identifies a record (section 2): without it a record is none. */
export function isIdentifierName(name: string): boolean {
  return names.includes(name);
}
