// Loaded before the tests: the same sources are tried with the same random values, so that a run that failed fails
// again. Where somebody asks for more of them, each run has its own.
import fc from "fast-check";

const { ANALYSES_TEST_RUNS, ANALYSES_FUZZ_SECONDS } = process.env;
if (ANALYSES_TEST_RUNS === undefined && ANALYSES_FUZZ_SECONDS === undefined) fc.configureGlobal({ seed: 1 });
