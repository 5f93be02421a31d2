/** What completion items say beside what schemas say. */
export const requiredDetail = "required";

export const newThing = (title: string): string => `New ${lowerFirst(title)}`;

export const newObject = "New object";
export const newList = "New list";
export const nextNumberDetail = "the next free number";
export const defaultDetail = "default";
export const exampleDetail = "example";

/** "Analysis group" becomes "analysis group"; "PICO question" and "GRADE" stay. */
function lowerFirst(title: string): string {
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
