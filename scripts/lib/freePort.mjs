import { createServer } from "node:net";

/**
 * @param {number} usual
 * @returns {Promise<number>} the usual port of the loopback address, or another one if that is in use
 */
export function freePort(usual) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => {
      if (usual === 0) reject(error);
      else resolve(freePort(0));
    });
    probe.listen(usual, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : usual;
      probe.close(() => resolve(port));
    });
  });
}
