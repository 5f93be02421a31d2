// Prints progress messages.

/**
 * Prints a title and runs work; prints the elapsed time while it takes long.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} the result of the work
 */
export async function step(title, work) {
  const start = Date.now();
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`;
  console.log(`• ${title} …`);
  const heartbeat = setInterval(() => console.log(`  ${title}: still at it after ${seconds()}`), 20_000);
  try {
    const result = await work();
    console.log(`  ${title}: done in ${seconds()}`);
    return result;
  } finally {
    clearInterval(heartbeat);
  }
}
