/** This machine lacks something that only its user can give it: `message` says what to do. */
export class CannotPrepare extends Error {}
