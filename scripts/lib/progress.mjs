/**
 * Prints a title and runs work; prints the elapsed time while it takes long. Leaves standard output to the script.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} the result of the work
 */
export async function step(title, work) {
  const start = Date.now();
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`;
  console.error(`• ${title} …`);
  const heartbeat = setInterval(() => console.error(`  ${title}: still at it after ${seconds()}`), 60_000);
  try {
    const result = await work();
    console.error(`  ${title}: done in ${seconds()}`);
    return result;
  } finally {
    clearInterval(heartbeat);
  }
}
