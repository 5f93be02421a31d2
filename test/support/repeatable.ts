// Loaded before the tests: the same sources are tried with the same random values, so that a run that failed fails
// again. A run that is longer than the long one has its own.
import fc from "fast-check";
import { testSize } from "./size";

if (testSize <= 1) fc.configureGlobal({ seed: 1 });
