import type { CodeHost } from '../../code-host/code-host.ts';
import { makeCsrf, pkceOf } from '../../lib/crypto/secrets.ts';
import type { SignInMode, StateTokens } from '../../lib/crypto/state-token.ts';
import type { Entropy } from '../../lib/system.ts';

export interface AuthorizationDeps {
  readonly codeHost: Pick<CodeHost, 'authorizationUrl'>;
  readonly stateTokens: Pick<StateTokens, 'issue'>;
  readonly signingKey: Uint8Array;
  readonly entropy: Entropy;
  readonly origin: string;
}

export interface Authorization {
  readonly location: string;
  readonly csrf: string;
}

export const redirectUriOf = (origin: string): string => `${origin}/api/auth`;

/** Stores nothing. */
export function createAuthorization({ codeHost, stateTokens, signingKey, entropy, origin }: AuthorizationDeps) {
  return async (flow: SignInMode & { readonly returnTo: string }): Promise<Authorization> => {
    const csrf = makeCsrf(entropy);
    const state = await stateTokens.issue({ type: 'oauth', csrf, ...flow });
    const { challenge } = pkceOf(csrf, signingKey);
    const location = codeHost.authorizationUrl({
      state,
      redirectUri: redirectUriOf(origin),
      codeChallenge: challenge,
    });
    return { location, csrf };
  };
}
