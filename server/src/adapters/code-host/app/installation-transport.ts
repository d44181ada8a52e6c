import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostToken } from '../../../domain/session.ts';
import type { HostRefusal } from '../../../ports/code-host.ts';
import { NOT_MODIFIED } from '../send/bounded-fetch.ts';
import { unreachable, usable } from '../send/refusals.ts';
import type { HostAnswer, HostTransport } from '../send/transport.ts';
import type { InstallationTokens } from './installation-tokens.ts';

/**
 * One GET with the token of an installation. Unauthorized means the App, whose credential mints the token. With an ETag,
 * null means that it still holds.
 */
export type InstallationTransport = (
  url: string,
  parameters: Readonly<Record<string, string>>,
  etag: string | null,
) => Promise<Result<HostAnswer | null, HostRefusal>>;

/**
 * The way to the code host as one installation, for one list. A token that is refused is replaced once for all
 * requests of the list, and each of them is sent a second time. A second refusal is the code host's own trouble.
 */
export function createInstallationTransport(
  tokens: InstallationTokens,
  send: HostTransport,
  installationId: number,
): InstallationTransport {
  let replacement: ReturnType<InstallationTokens['tokenOf']> | null = null;

  return async (url, parameters, etag) => {
    async function get(token: HostToken) {
      const condition = etag === null ? {} : { 'if-none-match': etag };
      const headers = { authorization: `Bearer ${token}`, ...condition };
      const sent = await send({ method: 'GET', url, headers, parameters, secrets: [token] });
      return etag !== null && sent.ok && sent.value.status === NOT_MODIFIED ? ok(null) : usable(sent);
    }

    const isReplaced = replacement !== null;
    const token = await (replacement ?? tokens.tokenOf(installationId));
    if (!token.ok) return token;
    const answer = await get(token.value);
    if (!isUnauthorized(answer)) return answer;
    if (isReplaced) return refuse(tokenNotAccepted());

    replacement ??= tokens.tokenAfter(installationId, token.value);
    const fresh = await replacement;
    if (!fresh.ok) return fresh;
    const second = await get(fresh.value);
    return isUnauthorized(second) ? refuse(tokenNotAccepted()) : second;
  };
}

const isUnauthorized = (answer: Result<unknown, HostRefusal>): boolean =>
  !answer.ok && answer.refusal.kind === 'unauthorized';

const tokenNotAccepted = () => unreachable('new installation token is not accepted');
