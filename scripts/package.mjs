// Builds, and packs the extension: npm run package
import { build } from "./build.mjs";
import { prepareProject } from "./lib/prepareProject.mjs";
import { packageExtension, vsixFile } from "./lib/vsix.mjs";

await prepareProject();
await build();
console.log(`${vsixFile}: ${await packageExtension()} bytes`);
