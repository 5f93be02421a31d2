// Says what is under way, and that it still is.

/**
 * Does a piece of work under a line that says what it is; while it takes long, says so.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} what the work gave
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
