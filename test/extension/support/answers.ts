import { ReferenceAnswers } from "../../../client/src/references/referenceAnswers";
import { PublicAddresses } from "../../../client/src/registries/publicAddresses";
import type { TreeSetting } from "./registryTree";

/** What tells the language server about references, over the registries of a setting. */
export function answersFor({ registries, memento }: TreeSetting): ReferenceAnswers {
  return new ReferenceAnswers(registries, new PublicAddresses(registries, memento));
}
