/** Creates a RevMan 5 review: one comparison with some analyses, each of the same studies, without stored results. */
export function rm5Review(analyses: number, studies: number): string {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const included = numbers(studies).map(
    (n) => `<STUDY DATA_SOURCE="PUB" ID="STD-${n}" NAME="Study ${n}" YEAR="2011"/>\n`,
  );
  const row = (n: number) =>
    `<DICH_DATA ESTIMABLE="YES" EVENTS_1="${n % 7}" EVENTS_2="${n % 9}" ` +
    `LOG_CI_END="0.0" LOG_CI_START="0.0" LOG_EFFECT_SIZE="0.0" MODIFIED="2012-02-01 16:04:54 +0100" MODIFIED_BY="Somebody" ` +
    `ORDER="${n}" O_E="0.0" STUDY_ID="STD-${n}" TOTAL_1="${60 + n}" TOTAL_2="${50 + n}" VAR="0.0"/>\n`;
  const outcome = (n: number) =>
    `<DICH_OUTCOME CI_STUDY="95" CI_TOTAL="95" EFFECT_MEASURE="RR" ID="CMP-001.${n}" METHOD="MH" NO="${n}" RANDOM="NO" ` +
    `SUBGROUPS="NO" SWAP_EVENTS="NO" TOTALS="YES"><NAME>Outcome ${n}</NAME><GROUP_LABEL_1>Drug</GROUP_LABEL_1>` +
    `<GROUP_LABEL_2>Placebo</GROUP_LABEL_2>\n${numbers(studies).map(row).join("")}</DICH_OUTCOME>\n`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<COCHRANE_REVIEW REVMAN_VERSION="5" TYPE="INTERVENTION"><STUDIES_AND_REFERENCES>` +
    `<STUDIES><INCLUDED_STUDIES>${included.join("")}</INCLUDED_STUDIES></STUDIES></STUDIES_AND_REFERENCES><ANALYSES_AND_DATA>` +
    `<COMPARISON ID="CMP-001" NO="1"><NAME>Drug versus placebo</NAME>${numbers(analyses).map(outcome).join("")}</COMPARISON>` +
    `</ANALYSES_AND_DATA></COCHRANE_REVIEW>\n`
  );
}
