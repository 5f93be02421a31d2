import type { Form } from "./form";
import { below } from "./form";

/** The item schema of the samples, `pairwise-analysis.schema.json`: its other names are words. */
export const sample: Form = {
  name: "the sample",
  knownBy: [
    ["/outcome-type", "/effect-measure", "/studies"],
    ["/outcome-type", "/effect-measure", "/subgroups"],
  ],
  isOpen: true,
  roles: {
    "/outcome-type": "data-type",
    "/studies": "studies",
    "/subgroups": "subgroups",
    "/subgroups/*/name": "subgroup-name",
    "/subgroups/*/studies": "studies",
    ...below(["/studies/*", "/subgroups/*/studies/*"], {
      estimate: "estimate-log",
      "standard-error": "standard-error-log",
      "left-out": "excluded",
    }),
  },
};
