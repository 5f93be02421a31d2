import type { ConnectionRuntime } from "../runtime";

/** What work came to, or that it takes longer than it may. */
export type Timely<T> = { readonly kind: "done"; readonly value: T } | { readonly kind: "late" };

/** Waits for work for some milliseconds at most; the work itself goes on. Rejects as the work does. */
export async function withinTime<T>(
  { after }: Pick<ConnectionRuntime, "after">,
  milliseconds: number,
  work: Promise<T>,
): Promise<Timely<T>> {
  let stop = (): void => undefined;
  const late = new Promise<Timely<T>>((resolve) => {
    stop = after(milliseconds, () => resolve({ kind: "late" }));
  });
  const done = work.then((value): Timely<T> => ({ kind: "done", value }));
  try {
    return await Promise.race([done, late]);
  } finally {
    stop();
  }
}
