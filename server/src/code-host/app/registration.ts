import { Type } from 'typebox';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Clock } from '../../lib/system.ts';
import { hostPath } from '../host-path.ts';
import { isRedirect, notFollowedStatus } from '../send/bounded-fetch.ts';
import { httpDateOf, saysClaimRefused, saysNoApp, saysSuspended, UNEXPECTED } from '../send/refusals.ts';
import type { HostSend } from '../send/send.ts';
import { fits, type HostAnswer, HostId, TextOrNull } from '../send/shapes.ts';
import type { Registration, RegistrationCheck, RegistrationRefusal } from './app-check-types.ts';
import { type AppKey, createJwtSigner } from './credentials.ts';
import { HostPermissions, pageOn, parsePermissions, settingsPage } from './registered-app.ts';

/** GitHub docs: Get the authenticated app. */
const HostApp = Type.Object({
  id: HostId,
  slug: Type.String({ pattern: '^[\\w-]{1,100}$' }),
  client_id: Type.Optional(TextOrNull),
  permissions: HostPermissions,
  events: Type.Array(Type.String({ maxLength: 100 })),
});
const Owned = Type.Object({ owner: Type.Object({ login: Type.String({ pattern: '^[\\w-]{1,100}$' }) }) });
const OwnedByPerson = Type.Object({ owner: Type.Object({ type: Type.Literal('User') }) });
const Page = Type.Object({ html_url: Type.String({ maxLength: 1_000 }) });

export async function readRegistration(
  key: AppKey,
  webUrl: string,
  send: HostSend,
  clock: Clock,
): Promise<RegistrationCheck> {
  const jwt = await createJwtSigner(key, clock)();
  const unread = { aheadMs: null, serverVersion: null };
  if (!jwt.ok) return { ...unread, registration: refuse({ kind: 'unusable-key', message: jwt.refusal.message }) };
  const requestedAt = clock.now().getTime();
  const response = await send({ call: 'app.read', url: hostPath`/app` }, jwt.value);
  if (!response.ok) {
    const { message } = response.refusal;
    const status = notFollowedStatus(message);
    return {
      ...unread,
      registration: refuse(status === null ? { kind: 'silent', message } : { kind: 'moved', status }),
    };
  }
  return {
    registration: registrationIn(response.value, webUrl),
    aheadMs: aheadOf(response.value, requestedAt, clock),
    serverVersion: serverVersionIn(response.value),
  };
}

/** The numbers of a version, without the name of a release candidate. */
export const versionIn = (text: string): string | null =>
  /^(?:[\w-]{1,40}@)?(\d{1,4}\.\d{1,4}(?:\.\d{1,4})?)(?!\d)/.exec(text)?.[1] ?? null;

/** GitHub docs: `X-GitHub-Enterprise-Version`, as in `enterprise-server@3.19.0`. */
function serverVersionIn({ headers }: HostAnswer): string | null {
  const header = headers['x-github-enterprise-version'];
  return typeof header === 'string' ? versionIn(header) : null;
}

/** Adds half a second, because the header has whole seconds. */
function aheadOf({ headers }: HostAnswer, requestedAt: number, clock: Clock): number | null {
  const date = httpDateOf(headers.date);
  return date === null ? null : date.getTime() + 500 - (requestedAt + clock.now().getTime()) / 2;
}

function registrationIn(answer: HostAnswer, webUrl: string): Result<Registration, RegistrationRefusal> {
  const { status, body, refusal } = answer;
  const message = answer.message ?? '';
  if (status === 401) return refuse({ kind: saysClaimRefused(message) ? 'clock' : 'key', message });
  if (refusal?.kind === 'ip-allow-list' || refusal?.kind === 'rate-limited') return refuse(refusal);
  if (refusal?.kind === 'missing' && saysNoApp(message)) return refuse({ kind: 'unknown-app', message });
  if (isRedirect(status)) return refuse({ kind: 'moved', status });
  if (status === 404 || status === 405) return refuse({ kind: 'no-api', status });
  if (status === 403) return refuse({ kind: saysSuspended(message) ? 'suspended' : 'refused', message });
  if (refusal !== null) return refuse({ kind: 'silent', message: message === '' ? `answered ${status}` : message });
  if (!fits(HostApp, body)) {
    return refuse(
      typeof body === 'string' ? { kind: 'page', status } : { kind: 'silent', message: UNEXPECTED.message },
    );
  }
  return ok({
    id: body.id,
    slug: body.slug,
    clientId: body.client_id ?? null,
    owner: fits(Owned, body) ? body.owner.login : null,
    isOwnedByPerson: fits(OwnedByPerson, body),
    permissions: parsePermissions(body.permissions),
    events: body.events.filter((event) => /^[a-z_]+$/.test(event)),
    page: fits(Page, body) ? pageOn(webUrl, body.html_url) : null,
    settingsPage: settingsPage(webUrl, body),
  });
}
