import * as vscode from "vscode";
import { isWebAddress } from "../platform/editor";
import type { RegistryRecord } from "../tree/nodes/treeNode";
import type { DetailsAction, SimpleAction } from "../../webviews/details/messages";
import { nameOr, shortened } from "../platform/displayText";
import { type Html, type Page, markup } from "../webview/panel";

/** The maximum number of sections, of fields in a section and of records in a field; the tree lists all records. */
const listLimit = 500;

/** The maximum length of a text on a page, in UTF-16 code units; _Copy as JSON_ copies all of it. */
const textLimit = 20_000;

export interface DetailsPage {
  readonly record: RegistryRecord;
  /** Short labels after the title, for example the status. */
  readonly badges: readonly string[];
  readonly sections: readonly DetailsSection[];
  /** Why the record could not be read in full, with a next step; undefined if it could. */
  readonly problem?: DetailsProblem;
  /** Whether the page shows private fields; undefined if the record has none. */
  readonly privacy: DetailsPrivacy | undefined;
  /** The record as JSON for the clipboard, without hidden fields. */
  readonly json: string;
}

export interface DetailsProblem {
  readonly message: string;
  readonly step: { readonly action: SimpleAction; readonly label: string };
}

interface DetailsPrivacy {
  readonly isShown: boolean;
  /** The label of the button that shows or hides the private fields. */
  readonly label: string;
}

export interface DetailsSection {
  /** Undefined for the first section, which has no heading of its own. */
  readonly heading: string | undefined;
  readonly fields: readonly DetailsField[];
}

export interface DetailsField {
  readonly label: string;
  readonly values: readonly DetailsValue[];
}

export type DetailsValue =
  | { readonly kind: "text"; readonly text: string }
  /** Another record; opens in the same view. */
  | { readonly kind: "record"; readonly record: RegistryRecord }
  /** An address; opens in the browser or the mail program. */
  | { readonly kind: "address"; readonly address: string; readonly text: string };

/** A field with one text; none if it is empty. */
export function textField(label: string, text: string): readonly DetailsField[] {
  return text === "" ? [] : [{ label, values: [{ kind: "text", text }] }];
}

/** A field with links to other records; none without records. */
export function recordField(label: string, records: readonly RegistryRecord[]): readonly DetailsField[] {
  const values = records.filter(({ id }) => id !== "").map(recordValue);
  return values.length === 0 ? [] : [{ label, values: shortList(values, moreText) }];
}

export function recordValue(record: RegistryRecord): DetailsValue {
  return { kind: "record", record };
}

/** A field with a web address; shows one that is not https as text. */
export function addressField(label: string, address: string, text = address): readonly DetailsField[] {
  if (address === "") return textField(label, text);
  if (!isWebAddress(address)) return textField(label, address);
  return [{ label, values: [{ kind: "address", address, text: text === "" ? address : text }] }];
}

/** A field with an e-mail address, which opens in the mail program; shows unusual forms as text. */
export function emailField(label: string, address: string): readonly DetailsField[] {
  if (!/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(address)) return textField(label, address);
  return [{ label, values: [{ kind: "address", address: `mailto:${address}`, text: address }] }];
}

/** Drops empty sections, and truncates long sections and a long list of sections. */
export function withinLimits(sections: readonly DetailsSection[]): readonly DetailsSection[] {
  const moreField = (left: number) => ({ label: "…", values: [moreText(left)] });
  const nonEmpty = sections
    .filter(({ fields }) => fields.length > 0)
    .map(({ heading, fields }) => ({ heading, fields: shortList(fields, moreField) }));
  return shortList(nonEmpty, (left) => ({ heading: "…", fields: [moreField(left)] }));
}

/** The whole list; of a list that is too long, the beginning and an item with the number of left out items. */
function shortList<T>(items: readonly T[], more: (left: number) => T): readonly T[] {
  const left = items.length - listLimit;
  return left > 0 ? [...items.slice(0, listLimit), more(left)] : items;
}

function moreText(left: number): DetailsValue {
  return {
    kind: "text",
    text: vscode.l10n.t("and {0} more, which the tree shows", left.toLocaleString(vscode.env.language)),
  };
}

/** The element to focus when the page renders; undefined keeps the focus. */
export type DetailsFocus = "heading" | DetailsAction | undefined;

export interface PageSetting {
  readonly canGoBack: boolean;
  readonly focus: DetailsFocus;
  /** The user's name for the registry; empty if the user has only one registry. */
  readonly registryName: string;
}

/** A page as HTML, and the values that its links refer to by index. */
interface RenderedPage extends Page {
  readonly values: readonly DetailsValue[];
}

export function detailsHtml(page: DetailsPage, setting: PageSetting): RenderedPage {
  const writer = new PageWriter(setting);
  const { record, badges, problem, sections, privacy } = page;
  const canBeReferredTo = record.kind === "group" || record.kind === "person";
  const status = badges.map((badge) => markup`<li dir="auto">${badge}</li>`);
  const body = markup`
<header>${writer.heading(nameOr(record.name, record.id))}
${status.length === 0 ? undefined : markup`<ul class="badges" aria-label="${vscode.l10n.t("Status")}">${status}</ul>`}
<p class="identifier">${vscode.l10n.t("Identifier: {0}", record.id)}</p>
${
  setting.registryName === ""
    ? undefined
    : markup`<p class="identifier">${vscode.l10n.t("Registry: {0}", setting.registryName)}</p>`
}
<p class="actions">${canBeReferredTo ? writer.button("insert", vscode.l10n.t("Insert Reference")) : undefined}${writer.button("copyId", vscode.l10n.t("Copy Identifier"))}${
    record.link === "" ? undefined : writer.button("copyLink", vscode.l10n.t("Copy Link"))
  }${writer.button("copyJson", vscode.l10n.t("Copy as JSON"))}</p></header>
${problem && writer.problem(problem.message, problem.step)}
${sections.map((section, number) => writer.section(section, number))}
${privacy && markup`<p class="actions">${writer.button("togglePrivate", privacy.label)}</p>`}`;
  return { ...writer.page(body), values: writer.values };
}

/** Renders a page with a message and one next step. */
export function messageHtml(
  title: string,
  message: string,
  step: DetailsProblem["step"] | undefined,
  setting: PageSetting,
): Page {
  const writer = new PageWriter(setting);
  return writer.page(markup`${writer.heading(title)}${writer.problem(message, step)}`);
}

/** Renders elements of a page, numbers its links, and marks the element to focus. */
class PageWriter {
  readonly values: DetailsValue[] = [];

  constructor(private readonly setting: PageSetting) {}

  page(main: Html): Page {
    const back = this.setting.canGoBack ? this.button("back", `← ${vscode.l10n.t("Back")}`) : undefined;
    const title = vscode.l10n.t("Details");
    const body = markup`${back && markup`<nav aria-label="${title}">${back}</nav>`}
<main>${main}</main>
<p id="said" role="status"></p>`;
    return { title, body };
  }

  heading(text: string): Html {
    const focus = this.setting.focus === "heading" ? markup` data-focus` : undefined;
    return markup`<h1 tabindex="-1" dir="auto"${focus}>${text}</h1>`;
  }

  button(action: SimpleAction, label: string): Html {
    return markup`<button type="button" data-action="${action}"${this.#mark({ action })}>${label}</button>`;
  }

  problem(message: string, step: DetailsProblem["step"] | undefined): Html {
    const next = step && markup`<p class="actions">${this.button(step.action, step.label)}</p>`;
    return markup`<p role="status">${message}</p>${next}`;
  }

  section({ heading, fields }: DetailsSection, number: number): Html {
    const list = markup`<dl>${fields.map((field) => this.#field(field))}</dl>`;
    if (heading === undefined) return markup`<section>${list}</section>`;
    const id = `section-${number}`;
    return markup`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>${list}</section>`;
  }

  #field({ label, values }: DetailsField): Html {
    const items = values.map((value) => markup`<dd dir="auto">${this.#value(value)}</dd>`);
    return markup`<div><dt dir="auto">${label}</dt>${items}</div>`;
  }

  #value(value: DetailsValue): Html {
    switch (value.kind) {
      case "text": {
        const [first = "", ...others] = shortened(value.text, textLimit).split("\n");
        return markup`${first}${others.map((line) => markup`<br>${line}`)}`;
      }
      case "record":
        return this.#link(value, nameOr(value.record.name, value.record.id), undefined);
      case "address":
        return this.#link(value, value.text, markup` title="${value.address}"`);
    }
  }

  #link(value: DetailsValue, text: string, attributes: Html | undefined): Html {
    const number = this.values.push(value) - 1;
    const mark = this.#mark({ action: "open", value: number });
    return markup`<a href="#" data-value="${number}"${attributes}${mark}>${text}</a>`;
  }

  #mark(action: DetailsAction): Html | undefined {
    const { focus } = this.setting;
    if (focus === undefined || focus === "heading" || focus.action !== action.action) return undefined;
    const isIntended = focus.action !== "open" || (action.action === "open" && action.value === focus.value);
    return isIntended ? markup` data-focus` : undefined;
  }
}
