import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { APP_TOKEN_HALF_LIFE_SECONDS } from '../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Clock, Log } from '../../lib/system.ts';
import { saysNoApp } from '../send/platform-words.ts';
import { type Unreachable, unreachable } from '../send/refusals.ts';
import { type HostSend, type SendAs, unlessRefused } from '../send/send.ts';

export interface AppKey {
  readonly appId: string;
  /** RSA key as PEM, PKCS#1 or PKCS#8. */
  readonly appPrivateKey: string;
}

export function createSendAsApp(
  key: AppKey,
  send: HostSend,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): SendAs {
  const signJwt = createJwtSigner(key, clock);
  return async (request) => {
    const jwt = await signJwt();
    if (!jwt.ok) return jwt;
    const response = await send(request, jwt.value);
    // For an unknown App every call is a 404, which says nothing about the resource.
    const isUnknown =
      response.ok && response.value.refusal?.kind === 'missing' && saysNoApp(response.value.refusal.message);
    if (response.ok && (response.value.status === 401 || isUnknown)) {
      log.warn(
        { message: response.value.message },
        'the code host rejects the App: check CODE_HOST_APP_ID, CODE_HOST_APP_PRIVATE_KEY and the clock',
      );
    }
    return isUnknown ? refuse({ kind: 'unauthorized' }) : unlessRefused(response);
  };
}

/**
 * The issuer is the App ID, which every Enterprise Server accepts. GitHub docs: Generating a JSON Web Token (JWT) for a
 * GitHub App.
 */
// `@octokit/auth-app` shares token requests by installation ID alone, so a token may go to another host.
export function createJwtSigner(
  { appId, appPrivateKey }: AppKey,
  clock: Clock,
): () => Promise<Result<string, Unreachable>> {
  let key: KeyObject | null = null;
  return async () => {
    const now = Math.floor(clock.now().getTime() / 1000);
    try {
      key ??= createPrivateKey(appPrivateKey);
      const jwt = new SignJWT()
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(appId)
        .setIssuedAt(now - APP_TOKEN_HALF_LIFE_SECONDS)
        .setExpirationTime(now + APP_TOKEN_HALF_LIFE_SECONDS);
      return ok(await jwt.sign(key));
    } catch {
      return refuse(unreachable('CODE_HOST_APP_PRIVATE_KEY is not a valid RSA key'));
    }
  };
}
