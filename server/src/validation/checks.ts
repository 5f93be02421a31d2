import type { Check } from "./check";
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

/** Everything that is checked. In this order stand findings at one place. */
export const checks: readonly Check[] = [
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
  evidenceCheck,
  referenceStatusCheck,
  duplicateAnalysisNumbersCheck,
  totalsDisagreeCheck,
];
