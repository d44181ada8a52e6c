import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { Clock, Log } from '../../../ports/system.ts';
import { saysNoApp } from '../send/platform-words.ts';
import { type Unreachable, unreachable } from '../send/refusals.ts';
import { type HostSend, type SendAs, unlessRefused } from '../send/send.ts';

/**
 * Half the life of a JWT, before and after now. The platform refuses one from the future and one that ends more
 * than ten minutes ahead, so a clock may be wrong by this much either way.
 */
const HALF_LIFE_SECONDS = 5 * 60;

/** What the App proves itself with. */
export interface AppKey {
  readonly appId: string;
  /** RSA key as PEM, PKCS#1 or PKCS#8. */
  readonly appPrivateKey: string;
}

/** The way to the code host as the App. That its credential is not accepted is for the operator, and logged. */
export function createSendAsApp(
  key: AppKey,
  send: HostSend,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): SendAs {
  const signJwt = createJwtSigner(key, clock);
  return async (request) => {
    const jwt = await signJwt();
    if (!jwt.ok) return jwt;
    const sent = await send(request, jwt.value);
    // Of an App that the code host does not know, nothing that it has can be told: not even that it is not there.
    const isUnknown = sent.ok && sent.value.refusal?.kind === 'missing' && saysNoApp(sent.value.refusal.message);
    if (sent.ok && (sent.value.status === 401 || isUnknown)) {
      log.warn(
        { message: sent.value.message },
        'the code host does not accept the App: check CODE_HOST_APP_ID, CODE_HOST_APP_PRIVATE_KEY and the clock',
      );
    }
    return isUnknown ? refuse({ kind: 'unauthorized' }) : unlessRefused(sent);
  };
}

/**
 * Signs a fresh JWT by `clock` at each call. The issuer is the App ID, which every Enterprise Server knows. A refusal
 * holds nothing of the key.
 *
 * GitHub docs: Generating a JSON Web Token (JWT) for a GitHub App.
 */
// `@octokit/auth-app` was tried: it shares running token requests between all code hosts of a process by
// installation ID alone, so one is sent the token of another, and keeps an answer without a token for an hour.
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
        .setIssuedAt(now - HALF_LIFE_SECONDS)
        .setExpirationTime(now + HALF_LIFE_SECONDS);
      return ok(await jwt.sign(key));
    } catch {
      return refuse(unreachable('CODE_HOST_APP_PRIVATE_KEY is not a usable RSA key'));
    }
  };
}
