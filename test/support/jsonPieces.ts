/** Tokens and characters of JSON and of its lookalikes, including comment marks. */
export const jsonPieces: readonly string[] = [
  ...["{", "}", "[", "]", '"', ",", ":", "\\", "'", ";", "/", "-", ".", "a", "e", "1"],
  ...[" ", "\t", "\n", "\r", "\r\n"],
  ...["//", "/*", "*/"],
];
