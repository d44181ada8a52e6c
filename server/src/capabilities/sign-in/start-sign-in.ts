import { ok } from '../../domain/result.ts';
import { acceptReturnTo } from '../../domain/return-to.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { Entropy } from '../../ports/system.ts';
import { makeCsrf, pkceOf } from '../../security/secrets.ts';
import type { StateTokens } from '../../security/state-token.ts';

export interface StartSignInDeps {
  readonly codeHost: Pick<CodeHost, 'authorizationUrl'>;
  readonly stateTokens: Pick<StateTokens, 'issue'>;
  readonly signingKey: Uint8Array;
  readonly entropy: Entropy;
  readonly origin: string;
}

export const redirectUriOf = (origin: string): string => `${origin}/api/auth`;

/** Returns the redirect and its CSRF value. Stores nothing. */
export function createStartSignIn({ codeHost, stateTokens, signingKey, entropy, origin }: StartSignInDeps) {
  return async (returnTo: string, mode: 'web' | 'mobile') => {
    const accepted = acceptReturnTo(returnTo, origin);
    if (!accepted.ok) return accepted;

    const csrf = makeCsrf(entropy);
    const state = await stateTokens.issue({ type: 'oauth', csrf, mode, returnTo: accepted.value });
    const { challenge } = pkceOf(csrf, signingKey);
    const location = codeHost.authorizationUrl({
      state,
      redirectUri: redirectUriOf(origin),
      codeChallenge: challenge,
    });
    return ok({ location, csrf });
  };
}
