import type { Parts } from "../parts";
import { referenceOf } from "../tree/records";
import { rowTargets } from "../tree/target";
import type { Command } from "./command";

/** Keeps groups and people at hand: at the top of their lists. */
export const pin: Command = {
  name: "pin",
  async run({ treeView }, target, together) {
    for (const { pins, reference } of pinnable(treeView, target, together)) await pins.add(reference);
  },
};

export const unpin: Command = {
  name: "unpin",
  async run({ treeView }, target, together) {
    for (const { pins, reference } of pinnable(treeView, target, together)) await pins.remove(reference);
  },
};

function pinnable(treeView: Parts["treeView"], target: unknown, together: unknown) {
  return rowTargets(treeView, target, together).flatMap((row) => {
    const reference = referenceOf(row);
    return reference === undefined ? [] : [{ pins: row.registry.pins, reference }];
  });
}
