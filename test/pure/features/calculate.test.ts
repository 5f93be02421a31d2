import assert from "node:assert/strict";
import { bindRoles } from "@analyses/evidence";
import { calculations } from "@analyses/server/features/codeActions/calculate";
import { createDocument } from "@analyses/server/document/analysesDocument";
import { isCalculation } from "@analyses/protocol/evidenceMessages";

const group = (rows: string): string =>
  `{ "analysis-groups": [{ "number": 1, "name": "A", "analyses": [{ "measure": "MD", "studies": [${rows}] }] }] }`;

/** The calculations offered at `|`. */
function offered(marked: string, setting = {}) {
  const at = marked.indexOf("|");
  const text = marked.replace("|", "");
  const document = createDocument("file:///a", "analyses", 3, text);
  const actions = calculations(document, bindRoles({ setting }), document.text.positionAt(at), "calculate");
  return actions.map(({ title, command }) => {
    const calculation: unknown = command?.arguments?.[0];
    assert.ok(isCalculation(calculation));
    /** The text after writing a number in a role's place. */
    const written = (role: string, number: string): string => {
      const place = calculation.places[role];
      assert.ok(place);
      const [start, end] = [place.range.start, place.range.end].map((one) => document.text.offsetAt(one));
      return text.slice(0, start) + place.before + number + place.after + text.slice(end);
    };
    return { title, calculation, written };
  });
}

const other =
  '{ "study": "B", "experimental": { "mean": 1, "sd": 2, "total": 30 }, "comparator": { "mean": 1, "sd": 3, "total": 30 } }';

describe("“Calculate from…”", () => {
  it("is offered on a standard deviation, and writes in its place", () => {
    const [only, ...more] = offered(group(other.replace('"sd": 2', '"sd": |2')));
    assert.deepEqual(more, []);
    assert.equal(only?.title, "Calculate the standard deviation of the experimental group from…");
    assert.equal(only.calculation.known["experimental-total"], 30);
    assert.match(only.written("experimental-sd", "4.7"), /"sd": 4\.7, "total": 30 \}, "comparator"/);
  });
  it("is offered in a study that lacks one, where the other studies have it", () => {
    const lacking =
      '{ "study": "A|", "experimental": { "mean": 1, "sd": 2, "total": 30 }, "comparator": { "mean": 4 } }';
    const [only, ...more] = offered(group(`${lacking}, ${other}`));
    assert.deepEqual(more, []);
    assert.equal(only?.calculation.wanted, "comparator-sd");
    assert.match(only.written("comparator-sd", "4.7"), /"comparator": \{ "mean": 4, "sd": 4\.7 \}/);
    JSON.parse(only.written("comparator-sd", "4.7"));
  });
  it("writes into the chosen arm where a study has them in reverse order, and nowhere else", () => {
    const arms = (...of: readonly string[]): string => `"arms": [${of.join(", ")}]`;
    const control = '{ "name": "control", "mean": 1, "sd": 2, "total": 10 }';
    const treatment = '{ "name": "treatment", "mean": 3, "sd": 1, "total": 10 }';
    const lacking = treatment.replace('"sd": 1, ', "");
    const usual = `{ "study": "A", ${arms(treatment, control)} }`;
    const [only, ...more] = offered(group(`${usual}, { "study": "B|", ${arms(control, lacking)} }`));
    assert.deepEqual(more, []);
    assert.equal(only?.calculation.wanted, "experimental-sd");
    assert.match(
      only.written("experimental-sd", "4.7"),
      /"control", "mean": 1, "sd": 2, .*"treatment", "mean": 3, "total": 10, "sd": 4\.7 \}/,
    );
  });
  it("leaves a comment on another number where it is", () => {
    const noted = other.replace('"mean": 1, "sd": 2,', '/* ITT */ "mean": 1,').replace('"B"', '"C|"');
    const [only] = offered(group(`${other}, ${noted}`));
    assert.match(
      only?.written("experimental-sd", "4.7") ?? "",
      /\{ \/\* ITT \*\/ "mean": 1, "total": 30, "sd": 4\.7 \}/,
    );
  });
  it("takes the place of null", () => {
    const [only] = offered(
      group(`${other}, ${other.replace('"sd": 3', '"sd": null').replace('"B"', '"C|"')}`),
    );
    assert.match(only?.written("comparator-sd", "4.7") ?? "", /"mean": 1, "sd": 4\.7, "total": 30 \} \}\]/);
  });
  it("is offered on the standard error of a ratio, with its logarithm", () => {
    const [only] = offered(group('{ "study": "A", "estimate": -0.3, "se": 0.|2 }').replace('"MD"', '"HR"'));
    assert.equal(only?.calculation.wanted, "standard-error");
    const { isRatio, isNatural } = only.calculation;
    assert.deepEqual([isRatio, isNatural], [true, false]);
    assert.deepEqual(Object.keys(only.calculation.places), ["standard-error", "estimate"]);
  });
  it("knows of a ratio whether the study has it or its logarithm, and whose error is wanted", () => {
    const scales = (study: string, item = ""): unknown =>
      offered(group(study).replace('"MD"', `"HR"${item}`)).map(({ calculation }) => [
        calculation.isNatural,
        calculation.isErrorNatural,
      ]);
    assert.deepEqual(scales('{ "study": "A|", "hr": 0.95, "se": null }'), [[true, true]]);
    assert.deepEqual(scales('{ "study": "A|", "hr": 0.95, "se_log_hr": null }'), [[true, false]]);
    assert.deepEqual(scales('{ "study": "A|", "logHR": -0.1, "seLogHR": null }'), [[false, false]]);
    const said = ', "scale": "natural"';
    assert.deepEqual(scales('{ "study": "A|", "estimate": 0.95, "se": null }', said), [[true, true]]);
  });
  it("takes an estimate for what the analysis takes it for, where its property has its role by the setting", () => {
    const setting = { "/studies/*/hr": "estimate" };
    const studies = group('{ "study": "A|", "hr": -0.3, "se": null }').replace('"MD"', '"HR"');
    assert.equal(offered(studies, setting)[0]?.calculation.isNatural, false);
    assert.equal(offered(studies)[0]?.calculation.isNatural, true);
    const lacking = group('{ "study": "A", "hr": -0.3, "se": 0.2 }, { "study": "B|", "se": null }');
    const [only] = offered(lacking.replace('"MD"', '"HR"'), setting);
    assert.deepEqual([only?.calculation.isNatural, only?.calculation.isErrorNatural], [false, false]);
    assert.ok(only?.calculation.places.estimate);
  });
  it("can note in the study's footnotes what was done", () => {
    const noted = other.replace("{ ", '{ "footnotes": ["x"], ').replace('"sd": 2', '"sd": |2');
    assert.equal(offered(group(noted))[0]?.calculation.note?.before, ", ");
    assert.equal(offered(group(other.replace('"sd": 2', '"sd": |2')))[0]?.calculation.note, null);
  });
  it("is not offered on counts, outside studies, or where there is no analysis", () => {
    assert.deepEqual(
      offered(group('{ "study": "A|", "events1": 1, "total1": 9, "events2": 1, "total2": 9 }')),
      [],
    );
    assert.deepEqual(offered(group(other).replace('"MD"', '"M|D"')), []);
    assert.deepEqual(offered("{ | }"), []);
  });
});
