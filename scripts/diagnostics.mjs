// Names each file of server/src/diagnostics wherever all codes are listed: npm run diagnostics
import { writeFileSync } from "node:fs";
import { diagnosticLists } from "./lib/diagnosticLists.mjs";
import { inRoot } from "./lib/paths.mjs";

for (const [file, text] of Object.entries(await diagnosticLists())) writeFileSync(inRoot(file), text);
