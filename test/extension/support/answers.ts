import { ReferenceAnswers } from "@analyses/client/references/referenceAnswers";
import { PublicAddresses } from "@analyses/client/registries/publicAddresses";
import type { TreeSetting } from "./registryTree";

/** Creates the provider that answers the language server's requests about references, from a setting's registries. */
export function answersFor({ registries, memento }: TreeSetting): ReferenceAnswers {
  return new ReferenceAnswers(registries, new PublicAddresses(registries, memento));
}
