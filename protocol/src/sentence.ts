/** A sentence with its values: `{0}` stands for the first of them. */
export function filledIn(sentence: string, values: readonly (string | number)[]): string {
  if (values.length === 0) return sentence;
  return sentence.replace(/\{(\d+)\}/g, (placeholder, index: string) =>
    String(values[Number(index)] ?? placeholder),
  );
}
