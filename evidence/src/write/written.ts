/** JSON to write: properties with the value undefined are omitted. */
export type Written =
  string | number | boolean | null | readonly Written[] | { readonly [name: string]: Written | undefined };
