import type { ContainerNode, SealedNode } from "./nodes";

/** Names one thing that can be derived from a node. Make each once, for the life of the program. */
export class NoteKey<T> {
  static #count = 0;
  readonly #slot = NoteKey.#count++;

  read(node: ContainerNode | SealedNode): T | undefined {
    // Only `write` of this very key fills the slot.
    return node.notes?.[this.#slot] as T | undefined;
  }

  write(node: ContainerNode | SealedNode, note: T): void {
    // With room for all keys, which are there before the first node: an array that grows takes more.
    const notes = (node.notes ??= new Array<unknown>(NoteKey.#count));
    notes[this.#slot] = note;
  }
}

/**
 * A thing derived from a node, made once, kept with the node and freed with it. Nodes survive edits
 * elsewhere. What `make` gives must follow from the node's text alone, with places counted from the
 * node's start.
 */
export function remember<T>(key: NoteKey<T>, node: ContainerNode | SealedNode, make: () => T): T {
  const known = key.read(node);
  if (known !== undefined) return known;
  const made = make();
  key.write(node, made);
  return made;
}
