// Builds and packs the extension: npm run package
import { build } from "./build.mjs";
import { main } from "./lib/main.mjs";
import { prepareProject } from "./lib/prepareProject.mjs";
import { endWithEverythingStarted } from "./lib/processes.mjs";
import { packageExtension, vsixFile } from "./lib/vsix.mjs";

endWithEverythingStarted();
await main(async () => {
  await prepareProject();
  await build();
  console.log(`${vsixFile}: ${await packageExtension()} bytes`);
});
