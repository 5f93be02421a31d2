// Questions about properties that are not known and may change what is computed: by their names, or by their
// values.

import { plain, readChoice, readTogether, notOne, standardValue } from "../choiceValues";
import { byKey } from "../lists";
import { isObject, isScalar, quoted } from "../json";
import { nameProperties } from "../analysis";
import type { BoundRole } from "./binding";
import { type Choices, fewRows, hasDataFor, lastStep, pathsIn } from "./choices";
import type { Answer, EvidenceProblem, Sentence } from "./problems";
import { answer, choiceName, entriesFor, problem, question, unnamed } from "./problems";
import type { ItemContent } from "./readItem";
import { type ChoiceRole, type RoleEntries, type RoleEntry, arms, ofOtherArm } from "./roles";
import { type Switch, isChanging, switchesNamed } from "./switches";
import type { FoundValue, UnboundValue } from "./walkItem";
import { wordsOf } from "./words";

/** A value of a property that may change what is computed. */
interface SwitchValue extends UnboundValue {
  readonly by: BoundRole["by"];
}

/** Reports a switch of a published form with a value that cannot be computed. */
export function switchOfForm({ found, form }: ItemContent): EvidenceProblem | null {
  const wrong = found.find(
    ({ bound: { role, by, values }, value }) =>
      role === "switch" && by === "form" && !isNone(value) && standardValue(role, values, value) !== "",
  );
  if (wrong === undefined) return null;
  const [{ path, pointer }, value, name] = [wrong, quoted(wrong.value), form?.name ?? ""];
  return problem("unknown-switch", pointer, (translate) =>
    translate(
      "`{0}` is “{1}”: {2} would compute it in another way, and nothing is computed here.",
      path,
      value,
      name,
    ),
  );
}

function isNone(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Asks about a property whose name says that it may change what is computed: `sd_type`, `reversed`, `is_total`. */
export function whichSwitch(content: ItemContent, choices: Choices): EvidenceProblem | null {
  const { dataType, choice } = choices.pooling;
  // Without any data of the type, the question about the missing numbers comes first.
  const types = hasDataFor(content, dataType) ? [dataType, choice.measure] : [];
  const rows = (content.rows ?? []).filter((row) => row.mayCount);
  const haveIntervals = rows.some((row) => row.says("interval-low"));
  const ofRows = rows.flatMap(({ switches, place, pointer }) =>
    switches.map(({ pointer: inRow, ...one }) => ({
      ...one,
      path: place.pattern + inRow,
      pointer: pointer + inRow,
    })),
  );
  return inOne(content.found, "item") ?? inOne(content.ofSubgroups.found, "subgroup") ?? inOne(ofRows, "row");

  function inOne(all: readonly Bound[], at: "item" | "subgroup" | "row"): EvidenceProblem | null {
    for (const [name, values] of switchesIn(all))
      for (const kind of kindsOf(name, values)) {
        const isHere = kind.of === "both" || (kind.of === "analysis") === (at === "item");
        const isKind = kind.types?.some((type) => types.includes(type)) !== false;
        const isInAll = at !== "row" || values.length >= rows.length;
        const isOpen = isHere && isKind && (kind.choice === undefined || haveIntervals);
        const [first, ...others] = isOpen ? changing(name, values, kind, isInAll, choices) : [];
        if (first === undefined) continue;
        const texts = [...new Set([first, ...others].map(({ value }) => String(value)))];
        if (kind.isComparison === true) return differentTreatments(first.pointer, texts);
        const paths = [...new Set(values.map(({ path }) => path))];
        const few = texts.slice(0, maxAnswers);
        const labels = labelsOf(content, false);
        const settled = changesNothing(paths, paths.some((path) => path in labels) ? labels : {});
        const answers: Answer[] = [];
        const isOfAll = at === "item" || (at === "row" && isInAll && texts.length === 1);
        const exchanged = kind.exchanges !== undefined && isOfAll ? exchangedArms(content) : {};
        if (at === "item" && kind.exchanges === "events or arms" && dataType === "dichotomous")
          answers.push(unnamed(exchangesEvents, entriesFor(paths, "swap-events")));
        if (Object.keys(exchanged).length > 0)
          answers.push(unnamed(exchangesArms, { ...settled.entries, ...exchanged }));
        const leftOut =
          at === "row"
            ? few.map((text) => isLeftOut(text, paths))
            : at === "subgroup"
              ? leftOutAt(content, [first, ...others])
              : [];
        const made = kind.choice === undefined ? [] : [makesChoice(kind.choice, name, texts, paths)];
        const shown = few.map((text) => `“${text}”`).join(", ");
        return question(first.pointer, [...made, settled, ...answers, ...leftOut], (translate) =>
          translate("`{0}` is {1}: does that change what is pooled?", name, shown),
        );
      }
    return null;
  }
}

const maxAnswers = 4;

/** The values of a property that raise a question. */
function changing(
  name: string,
  values: readonly SwitchValue[],
  kind: Switch,
  isInAll: boolean,
  choices: Choices,
): readonly SwitchValue[] {
  const words = wordsOf(name);
  const scale = choices.isScaleStated ? choices.scale : choices.scaleNamed;
  const open = values.filter(({ value }) =>
    kind.choice === undefined
      ? isChanging(kind, value, words, isInAll, scale)
      : isOther(choices, kind.choice, name, value),
  );
  const all = values.map(({ value }) => value);
  const isDifferent = new Set(Array.from(new Set(all), (value) => plain(String(value)) || value)).size > 1;
  return open.length === 0 && isDifferent && kind.differs?.(all, words) === true ? values : open;
}

type Bound = Omit<FoundValue, "isFirst">;

/** The values of switches, by the names of their properties. */
function switchesIn(all: readonly Bound[]): ReadonlyMap<string, readonly SwitchValue[]> {
  const found = all.flatMap(({ bound, path, pointer, value: written }): readonly SwitchValue[] => {
    const value = standardValue("switch", bound.values, written);
    if (bound.role !== "switch" || isNone(written) || isNone(value) || isObject(value)) return [];
    return [{ path, pointer, value: isScalar(value) ? value : quoted(value), by: bound.by }];
  });
  return byKey(found, ({ path }) => lastStep(path));
}

/**
 * The kinds of switch that a property may be. A property that the setting, the schema or a form declares as a switch
 * changes the result by any value.
 */
function kindsOf(name: string, [first]: readonly SwitchValue[]): readonly Switch[] {
  return first?.by === "name" ? switchesNamed(name) : [{ name: /./, of: "both", changes: () => true }];
}

/** Entries that exchange the arms of all rows. None if the rows name their arms, or have them in lists. */
function exchangedArms(content: ItemContent): RoleEntries {
  const { experimental, comparator } = content.armNames;
  if (experimental.size + comparator.size > 0) return {};
  const all: Record<string, RoleEntry> = { ...labelsOf(content, true) };
  for (const [role, other] of ofOtherArm) for (const path of pathsIn(content, role)) all[path] = other;
  return Object.keys(all).some((path) => /\/\d+(?:\/|$)/.test(path)) ? {} : all;
}

/** Entries that keep, or exchange, the roles of the item's labels of both arms. */
function labelsOf({ found }: ItemContent, areExchanged: boolean): RoleEntries {
  const labels = found.flatMap(({ path, bound: { role } }) => {
    const arm = arms.find((one) => role === `${one}-label`);
    const other = arms.find((one) => (one === arm) !== areExchanged);
    return arm === undefined || other === undefined ? [] : [[path, `${other}-label`] as const];
  });
  return Object.fromEntries(labels);
}

export function differentTreatments(pointer: string, labels: readonly string[]): EvidenceProblem {
  const about = labels.slice(0, maxAnswers).join(", ");
  return question(pointer, [], (translate) =>
    translate("These studies compare different treatments ({0}): they are no pairwise analysis.", about),
  );
}

const exchangesEvents: Sentence = (translate) => translate("It exchanges events and non-events");
const exchangesArms: Sentence = (translate) => translate("It exchanges the arms");
const changesNothing = (paths: readonly string[], labels: RoleEntries = {}): Answer =>
  unnamed((translate) => translate("It changes nothing"), {
    ...entriesFor(paths, { role: "switch", values: { "*": "" } }),
    ...labels,
  });

/** The answer that texts stand for values of a choice: `“90” means 0.9`. */
function makesChoice(
  role: ChoiceRole,
  name: string,
  texts: readonly string[],
  paths: readonly string[],
): Answer {
  const intended = texts.map((text) => [text, String(meaningOf(role, name, text))] as const);
  const [[about, standard] = ["", ""]] = intended;
  const entry: RoleEntry = { role, values: Object.fromEntries(intended) };
  return unnamed((translate) => translate("“{0}” means {1}", about, standard), entriesFor(paths, entry));
}

const isLeftOut = (
  text: string,
  paths: readonly string[],
  entry: RoleEntry = { role: "excluded", values: { [text]: "true", "*": "false" } },
): Answer => answer(text, entriesFor(paths, entry), (translate) => translate("“{0}” is left out", text));

/** Answers that leave out the subgroups that contain the given places. */
function leftOutAt(
  { subgroups }: ItemContent,
  places: readonly { readonly pointer: string }[],
): readonly Answer[] {
  return (subgroups ?? []).flatMap(({ pointer: at, named }) => {
    const isOpen = places.some(({ pointer }) => pointer.startsWith(`${at}/`));
    if (named === null || !isOpen) return [];
    const { written, role, path } = named;
    return [isLeftOut(written, [path], { role, values: { [written]: notOne.subgroup } })];
  });
}

/** The choices that a property of any name may make, and the names to look at where the values are ordinary words. */
const heldByAny: readonly (readonly [role: ChoiceRole, name: RegExp])[] = [
  ["effect-measure", /./],
  ["model", /(?<!\p{L})(?:mod[eè]l\w*|eff?e[ck]t\w*|effets?|pool\w*|analysis|meta|synthesis|m[eé]thod\w*)/u],
  ["method", /(?<!\p{L})(?:pool\w*|weight\w*|synthesis|m[eé](?:th|t)od\w*)/u],
  ["heterogeneity-estimator", /\b(?:tau\w*|heterogeneity|estimator|methods?)\b/],
  ["interval-method", /\b(?:ci|intervals?|test|adjust\w*|methods?)\b/],
  [
    "confidence-level",
    /\b(?:levels?|ci|confidence|intervals?|conf|alpha|significance|coverage|konfidenz\w*|nivel|intervalos?|confianza)\b/,
  ],
];

/** Asks whether a property without a role makes a choice that the item does not make otherwise: `"effect": "RR"`. */
export function whichChoice(content: ItemContent, choices: Choices): EvidenceProblem | null {
  const { unbound, ofSubgroups, rows, form } = content;
  if (form?.isOpen === false) return null;
  const isOpenInRows = choices.defaults.includes("effect-measure");
  const sampled = isOpenInRows ? (rows ?? []).filter((row) => row.mayCount).slice(0, fewRows) : [];
  const inRows = sampled.flatMap((row) =>
    row.unbound.map((one) => ({ ...one, pointer: row.pointer, of: "row" })),
  );
  for (const { path, value, pointer, of } of [
    ...unbound.map((one) => ({ ...one, of: "item" })),
    ...ofSubgroups.unbound.map((one) => ({ ...one, of: "subgroup" })),
    ...inRows,
  ])
    for (const [role, names] of heldByAny) {
      const name = lastStep(path);
      if (
        (of !== "subgroup" && !choices.defaults.includes(role)) ||
        nameProperties.includes(name) ||
        /^(?:comments?|notes?|descriptions?|abbreviations?)$/.test(name)
      )
        continue;
      if (of === "row" && role !== "effect-measure") continue;
      if (!names.test(wordsOf(name)) || !isOther(choices, role, name, value)) continue;
      const intended = meaningOf(role, name, value);
      // A number such as 80 is more likely something else than the level.
      if (typeof intended === "number" && intended < 0.9) continue;
      const about = String(value);
      const alike = ofSubgroups.unbound.filter((one) => one.path === path);
      const isOfAll =
        choices.defaults.includes(role) &&
        alike.every((one) => meaningOf(role, name, one.value) === intended);
      const answers = [
        ...(isOfAll ? [makesChoice(role, name, [about], [path])] : []),
        changesNothing([path]),
        ...(of === "subgroup" ? leftOutAt(content, [{ pointer }]) : []),
      ];
      return question(pointer, answers, (translate) =>
        translate("Is `{0}` (“{1}”) the {2} of the analysis?", name, about, choiceName(role, translate)),
      );
    }
  return null;
}

function meaningOf(role: ChoiceRole, name: string, value: unknown): string | number | boolean | undefined {
  if (role !== "confidence-level") {
    if (typeof value !== "string") return undefined;
    return readChoice[role](value) ?? readTogether(value, role)?.[role];
  }
  const isComplement = /alpha|significance/i.test(name) && Number(value) > 0;
  const share = Number(value) >= 1 ? Number(value) / 100 : Number(value);
  return readChoice[role](isComplement ? Number((1 - share).toPrecision(12)) : value);
}

/** Whether a value makes a choice that differs from what is computed. */
function isOther(choices: Choices, role: ChoiceRole, name: string, value: unknown): boolean {
  const intended = meaningOf(role, name, value);
  return intended !== undefined && intended !== usedIn(choices, role);
}

/** What is computed for a choice; undefined where it does not apply. */
function usedIn({ pooling, model, confidenceLevel }: Choices, role: ChoiceRole): unknown {
  const random = model.kind === "random-effects" ? model : undefined;
  const used: Readonly<Partial<Record<ChoiceRole, unknown>>> = {
    "effect-measure": pooling.choice.measure,
    method: pooling.choice.method,
    model: model.kind,
    "heterogeneity-estimator": random?.estimator,
    "interval-method": random?.interval,
    "confidence-level": confidenceLevel,
  };
  return used[role];
}
