// Regenerates every list of diagnostic codes from server/src/diagnostics: npm run diagnostics
import { writeFileSync } from "node:fs";
import { diagnosticLists } from "./lib/diagnosticLists.mjs";
import { inRoot } from "./lib/paths.mjs";

for (const [file, text] of Object.entries(await diagnosticLists())) writeFileSync(inRoot(file), text);
