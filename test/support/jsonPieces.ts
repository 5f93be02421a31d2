/** What JSON, and what people take for JSON, is made of, from single characters to the marks of comments. */
export const jsonPieces: readonly string[] = [
  ...["{", "}", "[", "]", '"', ",", ":", "\\", "'", ";", "/", "-", ".", "a", "e", "1"],
  ...[" ", "\t", "\n", "\r", "\r\n"],
  ...["//", "/*", "*/"],
];
