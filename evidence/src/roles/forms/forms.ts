import type { Form } from "./form";
import { meta } from "./meta";
import { metafor } from "./metafor";
import { reviewDb } from "./reviewDb";
import { revmanJson } from "./revmanJson";
import { revmanPackage } from "./revmanPackage";
import { rm5 } from "./rm5";
import { sample } from "./sample";

/** The table of published forms, those of the most particular names first. */
export const forms: readonly Form[] = [revmanJson, rm5, revmanPackage, metafor, meta, reviewDb, sample];
