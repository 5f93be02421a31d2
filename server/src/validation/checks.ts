import { documentSchemaCheck } from "./checks/documentSchema";
import { duplicateAnalysisNumbersCheck, duplicateGroupNumbersCheck } from "./checks/duplicateNumbers";
import { duplicatePropertiesCheck } from "./checks/duplicateProperties";
import { evidenceCheck, totalsDisagreeCheck } from "./checks/evidence";
import { itemSchemaCheck } from "./checks/itemSchema";
import { numberPrecisionCheck } from "./checks/numberPrecision";
import { linkMismatchCheck, referenceStatusCheck } from "./checks/references";
import { riskOfBiasMethodCheck } from "./checks/riskOfBiasMethod";
import { itemSchemaUnavailableCheck, schemaVersionCheck } from "./checks/schemaVersion";
import { syntaxAroundCheck, syntaxCheck } from "./checks/syntax";
import { tooManyChildrenCheck } from "./checks/tooManyChildren";
import { unnamedGroupCheck } from "./checks/unnamedGroup";
import { Pass } from "./walk";

/** What a text says by its form and its schemas. In this order stand findings at one place. */
export const textPass = new Pass([
  syntaxAroundCheck,
  schemaVersionCheck,
  itemSchemaUnavailableCheck,
  duplicateGroupNumbersCheck,
  documentSchemaCheck,
  unnamedGroupCheck,
  syntaxCheck,
  tooManyChildrenCheck,
  duplicatePropertiesCheck,
  numberPrecisionCheck,
  linkMismatchCheck,
  itemSchemaCheck,
  riskOfBiasMethodCheck,
  referenceStatusCheck,
  duplicateAnalysisNumbersCheck,
]);

/** What its numbers say: it takes longer, so that it can be told after all else. */
export const evidencePass = new Pass([evidenceCheck, totalsDisagreeCheck]);
