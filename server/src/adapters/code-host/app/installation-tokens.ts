import { Type } from 'typebox';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostToken } from '../../../domain/session.ts';
import type { HostRefusal } from '../../../ports/code-host.ts';
import type { Clock } from '../../../ports/system.ts';
import { fits } from '../send/fits.ts';
import { unexpected, usable } from '../send/refusals.ts';
import type { AppTransport } from './app-transport.ts';

/**
 * How long a token is used, counted from before it was asked for, so that no difference of clocks matters. The
 * platform's own limit is one hour. GitHub docs: Generating an installation access token for a GitHub App.
 */
const REUSE_MS = 50 * 60 * 1000;

// Tokens have had several lengths and shapes. GitHub docs: About authentication to GitHub.
const TokenAnswer = Type.Object({ token: Type.String({ minLength: 1 }) });

/** The tokens of installations, kept in memory only. */
export interface InstallationTokens {
  /** A token that is young enough, minted when there is none; callers at the same time share one. */
  tokenOf(installationId: number): Promise<Result<HostToken, HostRefusal>>;
  /** The same after the code host has refused the token `refused`, which is not given out again. */
  tokenAfter(installationId: number, refused: HostToken): Promise<Result<HostToken, HostRefusal>>;
}

/** Mints tokens at the API address. */
export function createInstallationTokens(apiUrl: string, send: AppTransport, clock: Clock): InstallationTokens {
  const minted = new Map<number, { readonly token: HostToken; readonly usedUntil: number }>();
  const minting = new Map<number, Promise<Result<HostToken, HostRefusal>>>();

  async function mint(installationId: number): Promise<Result<HostToken, HostRefusal>> {
    const now = clock.now().getTime();
    for (const [id, { usedUntil }] of minted) if (usedUntil <= now) minted.delete(id);
    const url = `${apiUrl}/app/installations/${installationId}/access_tokens`;
    const answer = usable(await send({ method: 'POST', url, parameters: {} }));
    if (!answer.ok) return answer;
    const { body } = answer.value;
    if (!fits(TokenAnswer, body)) return refuse(unexpected());
    const token = body.token as HostToken;
    minted.set(installationId, { token, usedUntil: now + REUSE_MS });
    return ok(token);
  }

  async function tokenOf(installationId: number): Promise<Result<HostToken, HostRefusal>> {
    const known = minted.get(installationId);
    if (known !== undefined && clock.now().getTime() < known.usedUntil) return ok(known.token);
    const running = minting.get(installationId);
    if (running !== undefined) return running;
    const started = mint(installationId).finally(() => minting.delete(installationId));
    minting.set(installationId, started);
    return started;
  }

  return {
    tokenOf,
    tokenAfter(installationId, refused) {
      if (minted.get(installationId)?.token === refused) minted.delete(installationId);
      return tokenOf(installationId);
    },
  };
}
