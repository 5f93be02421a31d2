import type { DisposableLike } from "../platform/disposable";
import { Disposable } from "../platform/disposable";
import type { Registries } from "./registries";
import type { Registry } from "./registry";

/**
 * Keeps subscriptions to each registry's client while registries come and go, and says when the set of
 * registries changed.
 */
export class RegistryFollower extends Disposable {
  private subscriptions: readonly DisposableLike[] = [];

  constructor(
    private readonly registries: Registries,
    private readonly subscribe: (registry: Registry) => readonly DisposableLike[],
    private readonly onDidChangeRegistries: () => void,
  ) {
    super();
    this.register(
      registries.onDidChange(() => {
        this.follow();
        this.onDidChangeRegistries();
      }),
    );
    this.register({ dispose: () => this.unsubscribe() });
    this.follow();
  }

  private follow(): void {
    this.unsubscribe();
    this.subscriptions = this.registries.all.flatMap((registry) => this.subscribe(registry));
  }

  private unsubscribe(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}
