type Present<Found> = { readonly [Name in keyof Found]?: Exclude<Found[Name], undefined> };

/** Returns a copy of an object without undefined properties. */
export function present<Found extends object>(found: Found): Present<Found> {
  return Object.fromEntries(
    Object.entries(found).filter(([, value]) => value !== undefined),
  ) as Present<Found>;
}
