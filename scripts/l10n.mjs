// Extracts the English sentences of the sources for translators: npm run l10n
import { writeFileSync } from "node:fs";
import { prepareProject } from "./lib/main.mjs";
import { inRoot } from "./lib/paths.mjs";

await prepareProject();
const { findTexts } = await import("./lib/texts.mjs");
const { texts, unreadable } = findTexts();
for (const place of unreadable) console.error(`Not one literal: ${place}`);
const bundle = Object.fromEntries(texts.map((text) => [text, text]));
writeFileSync(inRoot("l10n/bundle.l10n.json"), `${JSON.stringify(bundle, null, 2)}\n`);
process.exitCode = unreadable.length === 0 ? 0 : 1;
