import { ok } from '../../../../domain/result.ts';
import type { HostResult } from '../../../../ports/code-host/refusals.ts';
import { hostPath } from '../../host-path.ts';
import { type HostSend, unlessRefused } from '../../send/send.ts';

/** Cannot be a valid token: the platform's tokens are longer. */
const MADE_UP_TOKEN = 'orgdesk-asks-whether-its-client-secret-is-right';

/**
 * With a valid client ID and secret, the platform answers that the token does not exist. GitHub docs: Check a token.
 * The 401 for a wrong secret is undocumented.
 */
export async function checkClientSecret(
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
  send: HostSend,
): Promise<HostResult<boolean>> {
  const encoded = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const url = hostPath`/applications/${clientId}/token`;
  const secrets = [clientSecret, encoded];
  const body = { access_token: MADE_UP_TOKEN };
  const response = unlessRefused(
    await send({ method: 'POST', url, body, authorization: `Basic ${encoded}`, secrets }, null),
  );
  if (response.ok) return ok(true);
  const { refusal } = response;
  if (refusal.kind === 'unauthorized') return ok(false);
  const isAccepted = refusal.kind === 'missing' || (refusal.kind === 'rejected' && refusal.status === 422);
  return isAccepted ? ok(true) : response;
}
