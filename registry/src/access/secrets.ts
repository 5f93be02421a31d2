import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** scrypt's cost, as RFC 7914 section 2 names its parameters: about 50 ms and 16 MB a password. */
const cost = { N: 16_384, r: 8, p: 1 };
const keyLength = 32;

/** A password as it is stored: salt and scrypt hash, both in base64url. */
export interface HashedPassword {
  readonly salt: string;
  readonly hash: string;
}

export async function hashPassword(password: string): Promise<HashedPassword> {
  const salt = randomBytes(16);
  return { salt: salt.toString("base64url"), hash: (await derive(password, salt)).toString("base64url") };
}

/** Compares in a time that does not depend on how much of the password is right. */
export async function isPassword(password: string, stored: HashedPassword): Promise<boolean> {
  const hash = await derive(password, Buffer.from(stored.salt, "base64url"));
  return timingSafeEqual(hash, Buffer.from(stored.hash, "base64url"));
}

/** An access token as it is stored. A token is no word that can be guessed, so one quick hash is enough. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token, "utf8").digest("base64url");
}

/** Compares in a time that does not depend on how much of the token is right. */
export function isToken(token: string, stored: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(token)), Buffer.from(stored));
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, keyLength, cost, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
