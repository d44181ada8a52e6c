import { ok } from '../../domain/result.ts';
import { acceptReturnTo } from '../../domain/return-to.ts';
import { type AuthorizationDeps, createAuthorization } from './authorization.ts';

export function createStartSignIn(deps: AuthorizationDeps) {
  const authorization = createAuthorization(deps);

  return async (returnTo: string, mode: 'web' | 'mobile') => {
    const accepted = acceptReturnTo(returnTo, deps.origin);
    return accepted.ok ? ok(await authorization({ mode, returnTo: accepted.value })) : accepted;
  };
}
