/** This machine lacks a requirement that only its user can install; `message` contains instructions. */
export class CannotPrepare extends Error {}
