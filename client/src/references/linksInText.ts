import type { RegistryLink } from "../../../protocol/src/registryLink";
import { readRegistryLink } from "../../../protocol/src/registryLink";
import type { Span } from "./jsonPlace";

/** A link to a record of some registry, and where it stands in a text. */
export interface LinkInText extends Span {
  readonly link: string;
  readonly target: RegistryLink;
}

/**
 * What an address in running text, Markdown, HTML or JSON is made of. Brackets and quotes end it: in links that
 * are written here, brackets are percent-encoded.
 */
const addressForm = /https?:\/\/[^\s"'`<>()[\]{}|\\^]+\/rest\/[A-Za-z]+\/[^\s"'`<>()[\]{}|\\^?#/]+/gi;

/** The links to records of registries in a text, in their order. */
export function* linksInText(text: string): Generator<LinkInText> {
  for (const match of text.matchAll(addressForm)) {
    // What ends a sentence is not the end of an identifier.
    const link = match[0].replace(/[.,;:!?*_~]+$/, "");
    const target = readRegistryLink(link);
    if (target !== undefined) {
      yield { link, target, start: match.index, end: match.index + link.length };
    }
  }
}
