import type { SecretStore } from "@analyses/client/registryClient/accounts";

/** An in-memory secret store, like VS Code's on hosts without a keyring; several windows may share it. */
export class SecretsInMemory implements SecretStore {
  readonly kept = new Map<string, string>();
  /** Number of reads; `writes` counts stores and deletions. */
  reads = 0;
  writes = 0;
  isBroken = false;

  get(key: string): Promise<string | undefined> {
    this.reads += 1;
    return Promise.resolve(this.kept.get(key));
  }

  store(key: string, value: string): Promise<void> {
    if (this.isBroken) return Promise.reject(new Error("The keyring is locked."));
    this.writes += 1;
    this.kept.set(key, value);
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.writes += 1;
    this.kept.delete(key);
    return Promise.resolve();
  }

  keys(): Promise<readonly string[]> {
    return Promise.resolve([...this.kept.keys()]);
  }
}
