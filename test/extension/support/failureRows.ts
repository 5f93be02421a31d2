import { type Fault, endless, failing, halfBody, html, reset } from "../../support/registryFaults";
import assert from "node:assert/strict";
import { FailureNode } from "@analyses/client/tree/nodes/messageNodes";
import type { TreeNode } from "@analyses/client/tree/nodes/treeNode";
import { eventually } from "../../support/eventually";
import type { TreeSetting } from "./registryTree";

/** Expected appearance and command of a failure's row. */
export interface FailureLook {
  readonly label: RegExp;
  /** Matches the accessibility label and the tooltip. */
  readonly explanation: RegExp;
  /** The action that the row offers. */
  readonly step: keyof typeof commands;
}

const commands = {
  Retry: "refresh",
  "Sign In": "signIn",
  "Use Another Account": "signIn",
  "How to Trust It": "explainProblem",
} as const;

/** Asserts a row's label, explanation and click command. */
export function assertFailure(
  setting: TreeSetting,
  message: TreeNode | undefined,
  { label, explanation, step }: FailureLook,
): asserts message is FailureNode {
  assert.ok(isFailure(message));
  const item = setting.tree.getTreeItem(message);
  assert.match(setting.label(message), label);
  // A label that already names the action needs no description.
  const isSaid = setting.label(message).toLowerCase().startsWith(step.toLowerCase());
  assert.equal(item.description, isSaid ? undefined : step);
  assert.equal(item.command?.title, step);
  assert.equal(item.command.command, `analysesRegistry.${commands[step]}`);
  assert.deepEqual(item.command.arguments, [message]);
  assert.ok(item.iconPath !== undefined);
  const said = item.accessibilityInformation?.label ?? "";
  assert.match(said, explanation);
  assert.ok(said.endsWith(step), said);
  const { tooltip } = setting.tree.resolveTreeItem(item, message);
  assert.ok(typeof tooltip === "object");
  assert.match(tooltip.value.replaceAll(/\\(.)/g, "$1"), explanation);
}

/** Refreshes a failure's row as its click command does, and waits until the row is gone. */
export async function retry(setting: TreeSetting, message: FailureNode): Promise<void> {
  setting.tree.refresh(message);
  await eventually(async () => {
    const rows = await setting.tree.getChildren(message.parent);
    assert.ok(!rows.some((row) => row.kind === "message"));
  });
}

export function isFailure(row: TreeNode | undefined): row is FailureNode {
  return row instanceof FailureNode;
}

export function idsOf(rows: readonly TreeNode[]): readonly string[] {
  return rows.map(({ id }) => id);
}

/** Short enough that slow and silent responses time out within a test, longer than pauses on a busy machine. */
export const limits = { silenceMilliseconds: 3_000, totalMilliseconds: 15_000, bodyBytes: 2_000_000 };

/** A registry's fault, and the expected row label and full explanation. */
export type Failure = readonly [title: string, fault: () => Fault, label: RegExp, explanation: RegExp];

/**
 * One failure for each label of a row. Tests without VS Code check that every fault of test/support/registryFaults.ts
 * becomes its error: test/pure/registry-client/answers.test.ts, guardedRequest.test.ts and transport.test.ts.
 */
export const failures: readonly Failure[] = [
  ["a connection that is reset", reset, /^Cannot be reached$/, /could not be reached \(\w+\)/],
  ["an answer that stalls", () => halfBody("stall"), /^No answer in time$/, /did not answer in time/],
  ["status 500", () => failing(500), /^The registry has a problem$/, /status 500/],
  ["status 503 twice, with a time to wait", () => failing(503, "0"), /^The registry is busy$/, /status 503/],
  ["status 403, to whoever asks", () => failing(403), /^Access denied$/, /lets nobody read this from here/],
  ["a web page instead of JSON", html, /^Not a registry's answer$/, /not JSON/],
  ["an answer without end", endless, /^Answer too large$/, /larger than 2 MB/],
];
