import { Type } from 'typebox';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostToken } from '../../../domain/session.ts';
import type { HostRefusal } from '../../../ports/code-host.ts';
import type { Clock } from '../../../ports/system.ts';
import { unreachable } from '../send/refusals.ts';
import { bodyOf, type HostSend, type SendAs, sendWith } from '../send/send.ts';

/**
 * How long a token is used, counted from before it was asked for, so that no difference of clocks matters. The
 * platform's own limit is one hour. GitHub docs: Generating an installation access token for a GitHub App.
 */
const REUSE_MS = 50 * 60 * 1000;

// Tokens have had several lengths and shapes. GitHub docs: About authentication to GitHub.
const TokenAnswer = Type.Object({ token: Type.String({ minLength: 1 }) });

type Token = Promise<Result<HostToken, HostRefusal>>;

/** The tokens of installations, kept in memory only. */
export interface InstallationTokens {
  /** A token that is young enough, minted when there is none; callers at the same time share one. */
  tokenOf(installationId: number): Token;
  /** The same after the code host has refused the token `refused`, which is not given out again. */
  tokenAfter(installationId: number, refused: HostToken): Token;
}

/** Mints tokens as the App. */
export function createInstallationTokens(sendAsApp: SendAs, clock: Clock): InstallationTokens {
  const minted = new Map<number, { readonly token: HostToken; readonly usedUntil: number }>();
  const minting = new Map<number, Token>();

  async function mint(installationId: number): Token {
    const now = clock.now().getTime();
    for (const [id, { usedUntil }] of minted) if (usedUntil <= now) minted.delete(id);
    const url = `/app/installations/${installationId}/access_tokens`;
    const told = bodyOf(await sendAsApp({ method: 'POST', url }), TokenAnswer);
    if (!told.ok) return told;
    const token = told.value.token as HostToken;
    minted.set(installationId, { token, usedUntil: now + REUSE_MS });
    return ok(token);
  }

  async function tokenOf(installationId: number): Token {
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

/**
 * The way to the code host as one installation, for one list. A token that is refused is replaced once for all
 * requests of the list, and each of them is sent a second time. A second refusal is the code host's own trouble:
 * unauthorized means the App, whose credential mints the token.
 */
export function sendAsInstallation(tokens: InstallationTokens, send: HostSend, installationId: number): SendAs {
  let replacement: Token | null = null;

  return async (request) => {
    const isReplaced = replacement !== null;
    const token = await (replacement ?? tokens.tokenOf(installationId));
    if (!token.ok) return token;
    const answer = await sendWith(send, token.value)(request);
    if (!isUnauthorized(answer)) return answer;
    if (isReplaced) return refuse(TOKEN_NOT_ACCEPTED);

    replacement ??= tokens.tokenAfter(installationId, token.value);
    const fresh = await replacement;
    if (!fresh.ok) return fresh;
    const second = await sendWith(send, fresh.value)(request);
    return isUnauthorized(second) ? refuse(TOKEN_NOT_ACCEPTED) : second;
  };
}

const isUnauthorized = (answer: Result<unknown, HostRefusal>): boolean =>
  !answer.ok && answer.refusal.kind === 'unauthorized';

const TOKEN_NOT_ACCEPTED = unreachable('new installation token is not accepted');
