// Loaded before the tests. A fixed seed makes the same sources try the same random values, so that a failed run fails
// again. A run longer than the long one has a random seed.
import fc from "fast-check";
import { testSize } from "./size";

if (testSize <= 1) fc.configureGlobal({ seed: 1 });
