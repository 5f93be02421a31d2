import { once } from "node:events";
import { createServer } from "node:net";

/**
 * @param {number} usual
 * @returns {Promise<number>} the usual port of the loopback address, or 0 if that is in use: then the system chooses one
 */
export async function usualPort(usual) {
  const probe = createServer().listen(usual, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return 0;
  }
  await once(probe.close(), "close");
  return usual;
}
