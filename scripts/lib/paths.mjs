import { fileURLToPath } from "node:url";
import { join } from "node:path";

/** The project's root folder. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param {...string} parts */
export const inRoot = (...parts) => join(root, ...parts);
