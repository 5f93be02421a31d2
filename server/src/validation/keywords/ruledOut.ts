import { typeName } from "../../diagnostics/wrong-type";
import { isJsonArray, isJsonObject } from "@analyses/json";
import type { JsonValue } from "@analyses/json";
import { stringsOf } from "../../schemaLookup/valueKnowledge";
import { inSentence, listOf } from "../../findings/subject";
import { mustNotBe, mustNotFollow, mustNotHave, plain } from "../../findings/valueMessages";
import type { Site } from "../../findings/site";
import { nameOfReference, subjectAt, titleOf } from "../../findings/site";

/** What a `not` rules out, in the words that its schema has for it: a title, values, types, properties or a pattern. */
export function ruledOut(site: Site): string {
  const subject = subjectAt(site);
  const { schema } = site.problem;
  const unwanted = schema === false ? undefined : schema.not;
  if (!isJsonObject(unwanted)) return mustNotBe(subject, undefined);
  const title = titleOf(unwanted);
  if (title !== undefined) return mustNotBe(subject, inSentence(title));
  // Several keywords rule out what follows all of them, which no list of one of them tells.
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
        listOf((isJsonArray(value) ? stringsOf(value) : stringsOf([value])).map(typeName), "or"),
      );
    case "required":
      return mustNotHave(subject, stringsOf(value));
    case "pattern":
      return mustNotFollow(subject, stringsOf([value]).join());
    default:
      return mustNotBe(subject, nameOfReference(unwanted));
  }
}

/** Keywords that rule nothing out. */
const describing: ReadonlySet<string> = new Set(["$comment", "description", "markdownDescription"]);

function valuesOf(value: JsonValue | undefined, keyword: "const" | "enum"): readonly string[] {
  const values = keyword === "const" ? [value] : isJsonArray(value) ? value : [];
  return values.map((one) => JSON.stringify(one));
}
