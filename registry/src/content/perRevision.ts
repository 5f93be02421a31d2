/** Makes something once for each state of what it is made from, when it is first asked for. */
export function perRevision<Made>(source: { readonly revision: number }, make: () => Made): () => Made {
  let last: { readonly revision: number; readonly made: Made } | null = null;
  return () => {
    if (last?.revision !== source.revision) last = { revision: source.revision, made: make() };
    return last.made;
  };
}
