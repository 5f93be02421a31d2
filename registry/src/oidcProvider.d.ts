// Types for the part of oidc-provider that the reference registry uses; the package has none.
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export interface Context {
    type: string;
    body: string | Record<string, unknown>;
    readonly response: { get(header: string): string };
    set(header: string, value: string): void;
  }

  interface AccessToken {
    readonly accountId: string;
    readonly aud?: string | string[];
    readonly scope?: string;
  }

  interface Grant {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  interface Interaction {
    readonly params: Readonly<Record<string, unknown>>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    on(event: "server_error", listener: (context: Context, error: Error) => void): this;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
    ): Promise<void>;
    readonly AccessToken: { find(token: string): Promise<AccessToken | undefined> };
    readonly Grant: new (grant: { readonly accountId: string; readonly clientId: string }) => Grant;
  }
}
