type Present<Found> = { readonly [Name in keyof Found]?: Exclude<Found[Name], undefined> };

/** What there is of an object: properties that are undefined are absent. */
export function present<Found extends object>(found: Found): Present<Found> {
  return Object.fromEntries(
    Object.entries(found).filter(([, value]) => value !== undefined),
  ) as Present<Found>;
}
