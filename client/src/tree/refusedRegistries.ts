import * as vscode from "vscode";
import type { DisposableLike } from "../platform/disposable";
import { displayText } from "../platform/displayText";
import { addressProblemText } from "../registries/addressProblem";
import type { RefusedRegistry, Registries } from "../registries/registries";

/** Says above the tree which registries of the settings are not in it, and why. */
export function sayWhatIsRefused(
  registries: Registries,
  treeView: Pick<vscode.TreeView<unknown>, "message">,
): DisposableLike {
  const say = () => {
    treeView.message = refusalText(registries.refused);
  };
  say();
  return registries.onDidChange(say);
}

/** Empty where nothing is refused. */
export function refusalText(refused: readonly RefusedRegistry[]): string {
  return refused
    .map(({ name, problem }) =>
      vscode.l10n.t(
        "“{0}” is left out. {1} It is in the setting analysesRegistry.registries.",
        displayText(name),
        addressProblemText(problem),
      ),
    )
    .join(" ");
}
