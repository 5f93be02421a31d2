import type { Disposable } from "./event";

const listenersOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls the listener once when the signal is aborted. For signals that many wait on: the platform takes more
 * than ten listeners on one signal for a leak and warns, so there is only one of them.
 */
export function onAbort(signal: AbortSignal, listener: () => void): Disposable {
  const listeners = listenersOf.get(signal) ?? listenTo(signal);
  // A function of its own, since the same listener may be given twice.
  const entry = () => listener();
  listeners.add(entry);
  return { dispose: () => void listeners.delete(entry) };
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const listeners = new Set<() => void>();
  listenersOf.set(signal, listeners);
  signal.addEventListener(
    "abort",
    () => {
      for (const listener of [...listeners]) listener();
      listeners.clear();
    },
    { once: true },
  );
  return listeners;
}
