import { Type } from 'typebox';
import type { HostResult } from '../../domain/host-refusal.ts';
import type { HostToken } from '../../lib/crypto/credentials.ts';
import { INSTALLATION_TOKEN_REUSE_MS } from '../../lib/limits/code-host.ts';
import { ok, refuse } from '../../lib/result.ts';
import type { Clock } from '../../lib/system.ts';
import { hostPath } from '../host-path.ts';
import { unreachable } from '../send/refusals.ts';
import { bodyOf, type HostSend, type SendAs, sendWith } from '../send/send.ts';
import { createResultCache, type ResultCache } from './result-cache.ts';

// Tokens come in several formats. GitHub docs: About authentication to GitHub.
const TokenAnswer = Type.Object({ token: Type.String({ minLength: 1 }) });

export const createInstallationTokens = (sendAsApp: SendAs, clock: Clock): ResultCache<number, HostToken> =>
  createResultCache(
    async (installationId) => {
      const url = hostPath`/app/installations/${installationId}/access_tokens`;
      const response = bodyOf(await sendAsApp({ method: 'POST', url }), TokenAnswer);
      return response.ok ? ok(response.value.token as HostToken) : response;
    },
    INSTALLATION_TOKEN_REUSE_MS,
    clock,
  );

/**
 * A token is replaced once for the whole list. A second refusal counts as unreachable: `unauthorized` would blame the
 * App's credential.
 */
export function sendAsInstallation(
  tokens: ResultCache<number, HostToken>,
  send: HostSend,
  installationId: number,
): SendAs {
  let replacement: ReturnType<typeof tokens.get> | null = null;

  return async (request) => {
    const isReplaced = replacement !== null;
    const token = await (replacement ?? tokens.get(installationId));
    if (!token.ok) return token;
    const answer = await sendWith(send, token.value)(request);
    if (!isUnauthorized(answer)) return answer;
    if (isReplaced) return refuse(TOKEN_NOT_ACCEPTED);

    replacement ??= tokens.replace(installationId, token.value);
    const fresh = await replacement;
    if (!fresh.ok) return fresh;
    const second = await sendWith(send, fresh.value)(request);
    return isUnauthorized(second) ? refuse(TOKEN_NOT_ACCEPTED) : second;
  };
}

const isUnauthorized = (answer: HostResult<unknown>): boolean => !answer.ok && answer.refusal.kind === 'unauthorized';

const TOKEN_NOT_ACCEPTED = unreachable('new installation token was rejected');
