/** JSON to write: properties whose value is undefined are absent. */
export type Written =
  string | number | boolean | null | readonly Written[] | { readonly [name: string]: Written | undefined };
