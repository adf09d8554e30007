/** Prints a number of a measured spec. On standard error: where Jest writes its report, the standard output is lost. */
export function sayMeasured(sentence: string): void {
  process.stderr.write(`measured: ${sentence}\n`);
}
