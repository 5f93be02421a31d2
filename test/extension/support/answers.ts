import { ReferenceAnswers } from "@analyses/client/references/referenceAnswers";
import { PublicAddresses } from "@analyses/client/registries/publicAddresses";
import type { TreeSetting } from "./registryTree";

/** What tells the language server about references, over the registries of a setting. */
export function answersFor({ registries, memento }: TreeSetting): ReferenceAnswers {
  return new ReferenceAnswers(registries, new PublicAddresses(registries, memento));
}
