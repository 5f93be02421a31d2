import { stringsIn } from "@analyses/json-schema";
import { typeName } from "../../diagnostics/wrong-type";
import { type JsonValue, isJsonArray, isJsonObject } from "@analyses/json";
import { inSentence, listOf, mustNotBe, mustNotFollow, mustNotHave, plain } from "../../findings/subject";
import { type Site, nameOfReference, subjectAt, titleOf } from "../../findings/site";

/** The message for a failed `not`, by what its schema provides: a title, values, types, properties or a pattern. */
export function ruledOut(site: Site): string {
  const subject = subjectAt(site);
  const { schema } = site.problem;
  const unwanted = schema === false ? undefined : schema.not;
  if (!isJsonObject(unwanted)) return mustNotBe(subject, undefined);
  const title = titleOf(unwanted);
  if (title !== undefined) return mustNotBe(subject, inSentence(title));
  // Several keywords rule out only what matches all of them, which listing one keyword would misstate.
  const [keyword, ...others] = Object.keys(unwanted).filter((name) => !describing.has(name));
  if (keyword === undefined || others.length > 0) return mustNotBe(subject, undefined);
  const value = unwanted[keyword];
  switch (keyword) {
    case "const":
    case "enum":
      return mustNotBe(subject, listOf(valuesOf(value, keyword).map(plain), "or"));
    case "type":
      return mustNotBe(
        subject,
        listOf((isJsonArray(value) ? stringsIn(value) : stringsIn([value])).map(typeName), "or"),
      );
    case "required":
      return mustNotHave(subject, stringsIn(value));
    case "pattern":
      return mustNotFollow(subject, stringsIn([value]).join());
    default:
      return mustNotBe(subject, nameOfReference(unwanted));
  }
}

/** Keywords without constraints. */
const describing: ReadonlySet<string> = new Set(["$comment", "description", "markdownDescription"]);

function valuesOf(value: JsonValue | undefined, keyword: "const" | "enum"): readonly string[] {
  const values = keyword === "const" ? [value] : isJsonArray(value) ? value : [];
  return values.map((one) => JSON.stringify(one));
}
