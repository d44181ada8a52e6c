import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { Clock } from '../../../ports/system.ts';

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

/** A fresh JWT of the App. The refusal is a sentence of ours that holds nothing of the key. */
export type AppJwtSigner = () => Promise<Result<string, string>>;

/**
 * Signs JWTs for the App by `clock`. The issuer is the App ID, which every Enterprise Server knows.
 *
 * GitHub docs: Generating a JSON Web Token (JWT) for a GitHub App.
 */
// `@octokit/auth-app` was tried: it shares running token requests between all code hosts of a process by
// installation ID alone, so one is sent the token of another, and keeps an answer without a token for an hour.
export function createAppJwtSigner({ appId, appPrivateKey }: AppKey, clock: Clock): AppJwtSigner {
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
      return refuse('CODE_HOST_APP_PRIVATE_KEY is not a usable RSA key');
    }
  };
}
