import { ok } from '../../../../domain/result.ts';
import type { Told } from '../../../../ports/code-host/refusals.ts';
import { type HostSend, unlessRefused } from '../../send/send.ts';

/** No token of anybody: the platform's own are longer and say whose they are. */
const MADE_UP = 'orgdesk-asks-whether-its-client-secret-is-right';

/**
 * Whether the code host knows the client ID and its secret: to who does, it says of a made-up token that there is none.
 * GitHub docs: Check a token. That a wrong secret is a 401 follows from how HTTP Basic is refused; it is not written there.
 */
export async function askWhetherClientIsKnown(
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
  send: HostSend,
): Promise<Told<boolean>> {
  const encoded = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const url = `/applications/${encodeURIComponent(clientId)}/token`;
  const secrets = [clientSecret, encoded];
  const body = { access_token: MADE_UP };
  const answer = unlessRefused(
    await send({ method: 'POST', url, body, authorization: `Basic ${encoded}`, secrets }, null),
  );
  if (answer.ok) return ok(true);
  const { refusal } = answer;
  if (refusal.kind === 'unauthorized') return ok(false);
  const isKnown = refusal.kind === 'missing' || (refusal.kind === 'rejected' && refusal.status === 422);
  return isKnown ? ok(true) : answer;
}
