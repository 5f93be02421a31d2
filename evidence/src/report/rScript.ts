import { type Analysis, scaleOf } from "../analysis";
import { countsFor } from "../pooling/computeAnalysis";
import type { ComputedItem } from "../evidenceOfItem";
import type { DocumentItem } from "./evidenceReport";

/**
 * A script that computes analyses with R's package metafor and prints each result at full precision, one `name = value`
 * a line. It computes the effects of single studies by formula: none of metafor's options treats zero cells as RevMan
 * does for all measures.
 */
export function rScript(items: readonly DocumentItem[]): string {
  return [preamble, ...items.map(scriptOf)].join("\n");
}

const preamble = `# Reproduces the results with R and metafor: Rscript FILE
suppressPackageStartupMessages(library(metafor))

show <- function(name, value) if (length(value) == 1 && is.finite(value)) cat(sprintf("%s = %.17g\\n", name, value))

# Half a participant more in each cell of a study with an empty one.
corrected <- function(cells) cells + ifelse(cells$a == 0 | cells$b == 0 | cells$c == 0 | cells$d == 0, 0.5, 0)

# REML in units of the estimates' spread, so that metafor converges on any scale, and from several starts: of several
# maxima of the restricted likelihood the highest counts.
reml <- function(yi, vi) {
  unit <- max(sd(yi), sqrt(min(vi)))
  y <- yi / unit
  v <- vi / unit^2
  fits <- lapply(c(0, 0.1, 1, 10), function(start) tryCatch(suppressWarnings(rma(y, v, method = "REML",
    control = list(tau2.init = start, threshold = 1e-14, maxiter = 10000, stepadj = 0.5))), error = function(e) NULL))
  fits <- Filter(Negate(is.null), fits)
  best <- fits[[which.max(sapply(fits, function(fit) fit$fit.stats["ll", "REML"]))]]
  best$tau2 * unit^2
}
`;

function scriptOf({ group, number, name, evidence }: DocumentItem): string {
  // A comment of R ends with its line.
  const commented = name.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
  const title = `# ${group.number}.${number} ${commented}`;
  if (evidence.kind === "problem") return `${title}\n# It could not be computed: ${evidence.problem.kind}.\n`;
  const { analysis } = evidence;
  const heading = `${title}\ncat("${group.number}.${number}\\n")`;
  // R has no data frame with empty columns.
  if (analysis.rows.every(({ excluded, data }) => excluded || data === null))
    return `${heading}\n# No study has numbers that count.\n`;
  return `${heading}
${dataFrame(analysis)}
${effects(analysis)}
${poolFunction(analysis)}
${calls(evidence)}
`;
}

function dataFrame(analysis: Analysis): string {
  const rows = analysis.rows.filter(({ excluded, data }) => !excluded && data !== null);
  const columns = new Map<string, string[]>();
  const put = (column: string, value: string): void => {
    const values = columns.get(column);
    if (values === undefined) columns.set(column, [value]);
    else values.push(value);
  };
  for (const [index, { study }] of rows.entries())
    put("study", text(study === "" ? String(index + 1) : study));
  if (analysis.subgroups !== null) {
    const names = namesApart(analysis.subgroups);
    for (const row of rows) {
      const { subgroup } = row;
      const isCounted = subgroup !== null && countsFor(row, subgroup);
      put("subgroup", isCounted ? text(names[subgroup] ?? "") : "NA");
    }
  }
  if (hasRowsOfSubgroupsOnly(analysis))
    for (const row of rows) put("overall", countsFor(row, null) ? "TRUE" : "FALSE");
  const countable = analysis.rows.filter(({ excluded }) => !excluded);
  switch (analysis.dataType) {
    case "dichotomous":
      for (const { data } of dataOf(analysis.rows)) {
        put("e1", exact(data.experimental.events));
        put("n1", exact(data.experimental.total));
        put("e2", exact(data.comparator.events));
        put("n2", exact(data.comparator.total));
      }
      break;
    case "continuous":
      for (const { data } of dataOf(analysis.rows)) {
        put("m1", exact(data.experimental.mean));
        put("sd1", exact(data.experimental.standardDeviation));
        put("n1", exact(data.experimental.total));
        put("m2", exact(data.comparator.mean));
        put("sd2", exact(data.comparator.standardDeviation));
        put("n2", exact(data.comparator.total));
      }
      break;
    case "contrast":
      for (const { data } of dataOf(analysis.rows)) {
        put("estimate", exact(data.estimate));
        put("se", exact(data.standardError));
      }
      break;
    case "observed-expected":
      for (const { data } of dataOf(analysis.rows)) {
        put("oe", exact(data.observedMinusExpected));
        put("variance", exact(data.variance));
      }
      break;
  }
  const list = [...columns].map(([column, values]) => `  ${column} = c(${values.join(", ")})`);
  const left = countable.length === rows.length ? "" : "# Studies without numbers are left out.\n";
  return `${left}dat <- data.frame(\n${list.join(",\n")}\n)`;
}

function hasRowsOfSubgroupsOnly({ rows }: Analysis): boolean {
  return rows.some(({ appliesTo }) => appliesTo === "subgroup-only");
}

function dataOf<Data>(
  rows: readonly { readonly excluded: boolean; readonly data: Data | null }[],
): readonly { readonly data: Data }[] {
  return rows.flatMap(({ excluded, data }) => (excluded || data === null ? [] : [{ data }]));
}

/** R code that adds to each study its effect yi, its variance vi, and whether it is estimable. */
function effects(analysis: Analysis): string {
  switch (analysis.dataType) {
    case "dichotomous": {
      const [a, c] = analysis.swapEvents ? ["n1 - e1", "n2 - e2"] : ["e1", "e2"];
      const cells = `dat <- transform(dat, a = ${a}, b = n1 - (${a}), c = ${c}, d = n2 - (${c}))
x <- corrected(dat[c("a", "b", "c", "d")])`;
      return `# Cells: with and without the event in the experimental arm (a, b) and in the comparator (c, d).
${cells}
${countEffects[analysis.choice.measure]}`;
    }
    case "continuous":
      return analysis.choice.measure === "mean-difference"
        ? `dat$yi <- dat$m1 - dat$m2
dat$vi <- dat$sd1^2 / dat$n1 + dat$sd2^2 / dat$n2
dat$estimable <- dat$sd1 > 0 & dat$sd2 > 0 & dat$n1 > 0 & dat$n2 > 0`
        : `# Hedges' g with the approximate correction, and RevMan's variance.
N <- dat$n1 + dat$n2
s <- sqrt(((dat$n1 - 1) * dat$sd1^2 + (dat$n2 - 1) * dat$sd2^2) / (N - 2))
dat$yi <- ifelse(N == 3, 0, (dat$m1 - dat$m2) / s * (1 - 3 / (4 * N - 9)))
dat$vi <- N / (dat$n1 * dat$n2) + dat$yi^2 / (2 * (N - 3.94))
dat$estimable <- dat$sd1 > 0 & dat$sd2 > 0 & dat$n1 > 0 & dat$n2 > 0 & N > 2`;
    case "contrast":
      return `dat$yi <- dat$estimate\ndat$vi <- dat$se^2\ndat$estimable <- dat$se > 0`;
    case "observed-expected":
      return `dat$yi <- dat$oe / dat$variance\ndat$vi <- 1 / dat$variance\ndat$estimable <- dat$variance > 0`;
  }
}

const countEffects = {
  "odds-ratio": `dat$yi <- log(x$a * x$d / (x$b * x$c))
dat$vi <- 1 / x$a + 1 / x$b + 1 / x$c + 1 / x$d
dat$estimable <- dat$n1 > 0 & dat$n2 > 0 & dat$a + dat$c > 0 & dat$b + dat$d > 0`,
  "risk-ratio": `# With events in everybody the ratio is 1.
dat$yi <- ifelse(dat$b == 0 & dat$d == 0, 0, log(x$a / (x$a + x$b) / (x$c / (x$c + x$d))))
dat$vi <- 1 / x$a - 1 / (x$a + x$b) + 1 / x$c - 1 / (x$c + x$d)
dat$estimable <- dat$n1 > 0 & dat$n2 > 0 & dat$a + dat$c > 0`,
  "risk-difference": `# The difference is not corrected, its variance is.
dat$yi <- dat$a / dat$n1 - dat$c / dat$n2
dat$vi <- x$a * x$b / (x$a + x$b)^3 + x$c * x$d / (x$c + x$d)^3
dat$estimable <- dat$n1 > 0 & dat$n2 > 0`,
  "peto-odds-ratio": `N <- dat$n1 + dat$n2
E <- dat$n1 * (dat$a + dat$c) / N
V <- dat$n1 * dat$n2 * (dat$a + dat$c) * (dat$b + dat$d) / (N^2 * (N - 1))
dat$yi <- (dat$a - E) / V
dat$vi <- 1 / V
dat$estimable <- dat$n1 > 0 & dat$n2 > 0 & dat$a + dat$c > 0 & dat$b + dat$d > 0`,
} as const;

/** The R function that pools a subset of the rows, and prints the results. */
function poolFunction(analysis: Analysis): string {
  const level = exact(analysis.confidenceLevel);
  const measure =
    analysis.dataType === "dichotomous" && analysis.choice.method === "mantel-haenszel"
      ? analysis.choice.measure
      : null;
  const counts = measure === null ? "" : mantelHaenszel[measure](level);
  const centre = measure === null ? "sum(w * part$yi) / sum(w)" : "as.numeric(mh$beta)";
  const pooled =
    analysis.model.kind === "random-effects"
      ? randomPool(analysis.model, level, analysis.predictionInterval)
      : measure === null
        ? `  fit <- rma(yi, vi, data = part, method = "FE", level = 100 * ${level})\n`
        : "  fit <- mh\n";
  const predicted =
    analysis.model.kind === "random-effects" && analysis.predictionInterval
      ? `    show("predictionLow", fit$ci.lb); show("predictionHigh", fit$ci.ub)\n`
      : "";
  return `pool <- function(part) {
  part <- part[which(part$estimable & is.finite(part$yi) & is.finite(part$vi)), ]
  k <- nrow(part)
  show("studies", k)
  if (k == 0) return(invisible(NULL))
  if (k == 1) {
    # One study has its own effect.
    fit <- rma(yi, vi, data = part, method = "FE", level = 100 * ${level})
    show("estimate", fit$beta); show("standardError", fit$se)
    show("low", fit$ci.lb); show("high", fit$ci.ub); show("p", fit$pval)
${predicted}    return(invisible(fit))
  }
${counts}  # Heterogeneity around the fixed estimate${measure === null ? "" : " of Mantel and Haenszel"}.
  w <- 1 / part$vi
  Q <- sum(w * (part$yi - ${centre})^2)
  df <- k - 1
${pooled}  show("estimate", fit$beta); show("standardError", fit$se)
  show("low", fit$ci.lb); show("high", fit$ci.ub)
  # No effect is no evidence of one, without an error too.
  show("p", if (fit$beta == 0) 1 else fit$pval)
  show("q", Q); show("degreesOfFreedom", df); show("qp", pchisq(Q, df, lower.tail = FALSE))
  invisible(fit)
}`;
}

/**
 * R code of the pools as in RevMan: metafor has no ratio of 1 for a study in which all participants had the event, and
 * it uses Sato's variance for risk differences.
 */
const mantelHaenszel = {
  "odds-ratio": (level: string) => `  x <- corrected(part[c("a", "b", "c", "d")])
  mh <- rma.mh(measure = "OR", ai = x$a, bi = x$b, ci = x$c, di = x$d,
    add = 0, to = "none", drop00 = FALSE, correct = FALSE, level = 100 * ${level})
`,
  "risk-ratio": (level: string) => `  x <- corrected(part[c("a", "b", "c", "d")])
  N <- x$a + x$b + x$c + x$d
  S <- x$c * (x$a + x$b) / N
  R <- x$a * (x$c + x$d) / N
  # With events in everybody the ratio is 1.
  beta <- log(sum(ifelse(part$b == 0 & part$d == 0, S, R)) / sum(S))
  # The variance of Greenland and Robins.
  se <- sqrt(sum((x$a + x$b) * (x$c + x$d) * (x$a + x$c) / N^2 - x$a * x$c / N) / sum(R) / sum(S))
${greenlandRobins(level)}`,
  "risk-difference": (level: string) => `  x <- corrected(part[c("a", "b", "c", "d")])
  weight <- part$n1 * part$n2 / (part$n1 + part$n2)
  beta <- sum(weight * (part$a / part$n1 - part$c / part$n2)) / sum(weight)
  # The variance of Greenland and Robins, zero cells corrected for it alone.
  n1 <- x$a + x$b
  n2 <- x$c + x$d
  se <- sqrt(sum((x$a * x$b * n2^3 + x$c * x$d * n1^3) / (n1 * n2 * (n1 + n2)^2))) / sum(weight)
${greenlandRobins(level)}`,
} as const;

function greenlandRobins(level: string): string {
  return `  reach <- qnorm(1 - (1 - ${level}) / 2) * se
  mh <- list(beta = beta, se = se, ci.lb = beta - reach, ci.ub = beta + reach, pval = 2 * pnorm(-abs(beta / se)))
`;
}

function randomPool(
  model: Extract<Analysis["model"], { kind: "random-effects" }>,
  level: string,
  wantsPrediction: boolean,
): string {
  const test = model.interval === "hksj" ? "knha" : "z";
  const quantile = `${model.interval === "hksj" ? "qt" : "qnorm"}(1 - (1 - ${level}) / 2${model.interval === "hksj" ? ", df" : ""})`;
  const estimate =
    model.estimator === "dersimonian-laird"
      ? `  # DerSimonian and Laird, from that Q.
  tau2 <- max(0, (Q - df) / (sum(w) - sum(w^2) / sum(w)))
  fit <- rma(yi, vi, data = part, tau2 = tau2, test = "${test}", level = 100 * ${level})
`
      : `  tau2 <- reml(part$yi, part$vi)
  fit <- rma(yi, vi, data = part, tau2 = tau2, test = "${test}", level = 100 * ${level})
`;
  const agreeing =
    model.interval === "hksj"
      ? `  # Where studies agree but for their rounding, no error is left.
  if (sqrt(sum((part$yi - c(fit$beta))^2 / (part$vi + tau2)) / df) < 1e-12)
    fit[c("se", "ci.lb", "ci.ub", "pval")] <- list(0, fit$beta, fit$beta, 0)
`
      : "";
  return `${estimate}${agreeing}  show("tau2", tau2)
  if (k > ${wantsPrediction ? 1 : 2}) {
    reach <- ${quantile} * sqrt(tau2 + fit$se^2)
    show("predictionLow", fit$beta - reach); show("predictionHigh", fit$beta + reach)
  }
`;
}

function calls({ analysis }: ComputedItem): string {
  const comment =
    scaleOf(analysis.choice.measure) === "log" ? "# On the logarithmic scale: exp() gives the ratio.\n" : "";
  const all = hasRowsOfSubgroupsOnly(analysis) ? "dat[dat$overall, ]" : "dat";
  const total = analysis.totals === "totals-and-subtotals" ? `${comment}total <- pool(${all})` : comment;
  if (analysis.subgroups === null || analysis.totals === "no-totals") return total;
  return `${total}
# Each subgroup with its own between-study variance, and the test for differences.
groups <- lapply(c(${namesApart(analysis.subgroups).map(text).join(", ")}), function(name) {
  cat("subgroup:", encodeString(name), "\\n")
  pool(dat[dat$subgroup %in% name, ])
})
groups <- Filter(function(fit) !is.null(fit) && fit$se > 0, groups)
if (length(groups) > 1) {
  cat("differences\\n")
  difference <- rma(yi = sapply(groups, function(fit) as.numeric(fit$beta)), sei = sapply(groups, function(fit) fit$se), method = "FE")
  show("q", difference$QE); show("degreesOfFreedom", length(groups) - 1); show("qp", difference$QEp)
}`;
}

/** Unique names of subgroups, by numbering: R would merge those with the same name. */
function namesApart(names: readonly string[]): readonly string[] {
  const usedNames = new Set<string>();
  return names.map((written) => {
    const name = writable(written);
    let apart = name;
    for (let number = 2; usedNames.has(apart); number += 1) apart = `${name} (${number})`;
    usedNames.add(apart);
    return apart;
  });
}

/** The shortest text that R parses to the same number. */
function exact(value: number): string {
  return String(value).replace("Infinity", "Inf");
}

/** A string literal of R, with all special characters escaped. */
function text(value: string): string {
  const escapedText = Array.from(writable(value), (character) => {
    if (character === "\\" || character === '"') return `\\${character}`;
    const code = character.codePointAt(0) ?? 0;
    return code < 32 || code > 126 ? `\\U{${code.toString(16)}}` : character;
  });
  return `"${escapedText.join("")}"`;
}

/** Replaces what R's strings cannot hold: lone surrogates, and the character 0. */
function writable(value: string): string {
  return value.replace(/[\0\p{Cs}]/gu, "\ufffd");
}
