import { ok } from '../../domain/result.ts';
import { acceptReturnTo } from '../../domain/return-to.ts';
import type { Session } from '../../domain/session.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { Entropy } from '../../ports/system.ts';
import { makeCsrf } from '../../security/secrets.ts';
import type { StateTokens } from '../../security/state-token.ts';

export interface StartInstallationDeps {
  readonly codeHost: Pick<CodeHost, 'installUrl'>;
  readonly stateTokens: Pick<StateTokens, 'issue'>;
  readonly entropy: Entropy;
  readonly origin: string;
}

/**
 * Returns the redirect and its CSRF value. The state contains the session's key, which is no credential (decision S2).
 */
export function createStartInstallation({ codeHost, stateTokens, entropy, origin }: StartInstallationDeps) {
  return async (session: Session, returnTo: string, targetId: number | null) => {
    const accepted = acceptReturnTo(returnTo, origin);
    if (!accepted.ok) return accepted;
    const csrf = makeCsrf(entropy);
    const state = await stateTokens.issue({ type: 'install', csrf, returnTo: accepted.value, sessionId: session.key });
    return ok({ location: await codeHost.installUrl({ state, targetId }), csrf });
  };
}
