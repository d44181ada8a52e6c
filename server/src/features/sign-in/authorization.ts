import type { CodeHost } from '../../code-host/code-host.ts';
import type { Runtime } from '../../domain/runtime.ts';
import { makeCsrf, pkceOf } from '../../lib/crypto/secrets.ts';
import type { Signing } from '../../lib/crypto/signing.ts';
import type { SignInMode } from '../../lib/crypto/state-token.ts';
import type { Sessions } from '../../sessions/services.ts';
import type { DeviceRequestStore } from './devices/store.ts';

export interface SignInServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
  readonly signing: Signing;
  readonly deviceRequests: DeviceRequestStore;
  /** Addresses of apps that codes may be sent to. */
  readonly appRedirects: readonly string[];
}

export interface Authorization {
  readonly location: string;
  readonly csrf: string;
}

export const redirectUriOf = (origin: string): string => `${origin}/api/auth`;

/** Stores nothing. */
export async function startAuthorization(
  { runtime, codeHost, signing }: SignInServices,
  flow: SignInMode & { readonly returnTo: string },
): Promise<Authorization> {
  const csrf = makeCsrf(runtime.entropy);
  const state = await signing.stateTokens.issue({ type: 'oauth', csrf, ...flow });
  const { challenge } = pkceOf(csrf, signing.key);
  const location = codeHost.authorizationUrl({
    state,
    redirectUri: redirectUriOf(signing.origin),
    codeChallenge: challenge,
  });
  return { location, csrf };
}
