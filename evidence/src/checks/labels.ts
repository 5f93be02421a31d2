import type { ItemContent } from "../roles/readItem";
import type { Finding } from "./finding";

/** Reports placeholder labels: RevMan writes `Favours [experimental]` until the author enters the arms' names. */
export function defaultLabels({ labels }: ItemContent): readonly Finding[] {
  const sides = ["favours-left", "favours-right"] as const;
  const left = sides.map((side) => labels.get(side)).find((label) => placeholder.test(label?.value ?? ""));
  return left === undefined ? [] : [{ code: "default-label", pointer: left.pointer, label: left.value }];
}

const placeholder = /^\s*favou?rs \[(?:experimental|control)\]\s*$/i;
