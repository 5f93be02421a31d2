# Computes the values of distributions.json anew, from the functions and arguments that stand there:
#   Rscript test/corpus/evidence/distributions.R < test/corpus/evidence/distributions.json
# It prints each line whose value is another one by more than 1e-15, and how many lines there were.
functions <- list(
  normalUpperTail = function(z) pnorm(z, lower.tail = FALSE),
  normalQuantile = function(tail) qnorm(tail, lower.tail = FALSE),
  tUpperTail = function(t, df) pt(t, df, lower.tail = FALSE),
  tQuantile = function(tail, df) qt(tail, df, lower.tail = FALSE),
  chiSquaredUpperTail = function(x, df) pchisq(x, df, lower.tail = FALSE),
  chiSquaredQuantile = function(tail, df) qchisq(tail, df, lower.tail = FALSE)
)
form <- '^ *\\["([A-Za-z]+)", *\\[([^]]*)\\], *([^]]*)\\],? *$'
input <- file("stdin")
lines <- grep(form, readLines(input), value = TRUE)
close(input)
for (line in lines) {
  name <- sub(form, "\\1", line)
  arguments <- as.list(as.numeric(strsplit(sub(form, "\\2", line), ",")[[1]]))
  written <- as.numeric(sub(form, "\\3", line))
  value <- do.call(functions[[name]], arguments)
  error <- if (written == 0) abs(value) else abs(value / written - 1)
  if (!isTRUE(error <= 1e-15)) cat(line, "is", format(value, digits = 17), "\n")
}
cat(length(lines), "lines\n")
