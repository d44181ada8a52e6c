import { ok, type Result, refuse } from '../../../domain/result.ts';
import { type Authorization, type AuthorizationDeps, createAuthorization } from '../authorization.ts';
import type { startAppWireOf } from './messages.ts';

export interface StartAppSignInDeps extends AuthorizationDeps {
  readonly appRedirects: readonly string[];
}

interface AppSignIn {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly method: string;
  readonly state: string;
}

export function createStartAppSignIn(deps: StartAppSignInDeps) {
  const authorization = createAuthorization(deps);

  return async ({
    redirectUri,
    challenge,
    method,
    state,
  }: AppSignIn): Promise<Result<Authorization, keyof typeof startAppWireOf>> => {
    if (!deps.appRedirects.includes(redirectUri)) return refuse('address-not-allowed');
    if (method !== 'S256' || !/^[\w-]{43}$/.test(challenge)) return refuse('no-challenge');
    return ok(await authorization({ mode: 'app', returnTo: redirectUri, challenge, appState: state }));
  };
}
