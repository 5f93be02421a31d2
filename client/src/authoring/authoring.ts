// What somebody does now and then who writes documents: a bundle of its own, loaded when it is first asked for.
export { explainCode, newDocument, openSample } from "./documents";
export { selectItemSchema } from "./itemSchemas";
