// Builds and packs the extension: npm run package
import { build } from "./build.mjs";
import { main } from "./lib/main.mjs";
import { packageExtension, vsixFile } from "./lib/vsix.mjs";

await main(async () => {
  await build();
  console.log(`${vsixFile}: ${await packageExtension()} bytes`);
});
