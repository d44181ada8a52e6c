import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { styleText } from 'node:util';
import { CLIENT_NAME_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import type { DeviceSignInAnswer, MobileSignInAnswer } from '../../../../client/src/index.ts';
import { clientOf, originOf } from '../../connection/connect.ts';
import { dataOf, type Service, stopOf } from '../../connection/failure.ts';
import { NO_SESSIONS, readSessions, saveSession, sessionFileOf } from '../../connection/session-file.ts';
import { Stop } from '../../connection/stop.ts';
import { note, noteStyled, printable, printJson, warn } from '../../output/print.ts';
import { printOne, printRows } from '../../output/rows.ts';
import type { Context } from '../../run-remote.ts';

export async function signIn(
  { env, url, format, signal }: Context,
  { name }: { readonly name: string | null },
): Promise<void> {
  const path = sessionFileOf(env);
  const saved = await readSessions(path).catch(() => NO_SESSIONS);
  const written = url ?? (env.ORGDESK_URL || saved.url);
  if (written === null) throw new Stop('Which service? Run orgdesk login --url https://orgdesk.example.com.');
  const origin = originOf(written);
  const service = { url: origin, client: clientOf(origin, null), signal, isFromEnvironment: false };

  const sent = { body: { client_name: name ?? ownName() }, signal };
  const device = await dataOf(service, service.client.startDeviceSignIn(sent));
  const style = (text: string) => styleText('bold', printable(text), { stream: process.stderr });
  noteStyled(
    `Open ${style(device.verification_uri)} and enter the code ${style(device.user_code)}\nWaiting for you to approve …`,
  );
  const { sessionToken, session } = await sessionOf(service, device);

  await saveSession(path, origin, sessionToken);
  await endFormer(saved.sessions[origin], origin, signal);
  if (format === 'json') printJson(signedIn(session, origin));
  else note(`Signed in to ${origin} as ${session.user.login} until ${session.expiresAt}.`);
  if (env.ORGDESK_SESSION) warn('ORGDESK_SESSION is set: other commands use that session and not this one.');
}

const ownName = (): string =>
  `orgdesk on ${hostname().replace(/[^\x21-\x7e]+/g, '')}`.trim().slice(0, CLIENT_NAME_MAX_CHARACTERS);

const EXPIRED = 'The code has expired: run orgdesk login again.';
/** Whatever a service says, it is neither asked without a pause nor forever. */
const POLL_MAX_SECONDS = 60;
const CODE_MAX_SECONDS = 3_600;

const between = (seconds: number, least: number, most: number): number =>
  Number.isFinite(seconds) ? Math.min(Math.max(seconds, least), most) : least;

/** Polls as RFC 8628 says: slower when told so, and after each poll that got no answer. */
async function sessionOf(service: Service, device: DeviceSignInAnswer): Promise<MobileSignInAnswer> {
  const { client, signal } = service;
  let seconds = between(device.interval, 1, POLL_MAX_SECONDS);
  const endsAt = performance.now() + between(device.expires_in, 1, CODE_MAX_SECONDS) * 1_000;
  for (;;) {
    if (performance.now() > endsAt) throw new Stop(EXPIRED);
    await delay(seconds * 1_000, undefined, { signal });
    const outcome = await client.pollDeviceSignIn({ body: { device_code: device.device_code }, signal });
    if (outcome.error === undefined) return outcome.data;
    const { code, status, retryAfterSeconds } = outcome;
    if (code === 'authorization_pending') continue;
    if (code === 'slow_down') seconds += 5;
    else if (code === 'access_denied') throw new Stop('The sign-in was refused in the browser.');
    else if (code === 'expired_token') throw new Stop(EXPIRED);
    else if (code === 'invalid_grant') throw new Stop('The code is no longer valid: run orgdesk login again.');
    else if (status === null || status === 429 || status >= 500)
      seconds = Math.max(seconds * 2, retryAfterSeconds ?? 0);
    else throw await stopOf(service, outcome);
    if (seconds > CODE_MAX_SECONDS || seconds > device.expires_in) throw await stopOf(service, outcome);
  }
}

async function endFormer(session: string | undefined, origin: string, signal: AbortSignal): Promise<void> {
  if (session !== undefined) await clientOf(origin, session).signOut({ signal });
}

export async function signOut({ env, connect, format, signal }: Context): Promise<void> {
  const service = await connect();
  await dataOf(service, service.client.getSession({ signal }));
  await dataOf(service, service.client.signOut({ signal }));
  if (!service.isFromEnvironment) await saveSession(sessionFileOf(env), service.url, null);
  if (format === 'json') printJson({ service: service.url });
  else note(`Signed out of ${service.url}.`);
}

export async function showSession({ connect, signal, format }: Context): Promise<void> {
  const service = await connect();
  const answer = await dataOf(service, service.client.getSession({ signal }));
  if (!answer.authenticated) return;
  printOne(format, signedIn(answer.session, service.url), {
    login: (row) => row.login,
    name: (row) => row.name,
    service: (row) => row.service,
    'expires-at': (row) => row.expiresAt,
    organizations: (row) => row.organizations,
  });
}

/** What `login` and `whoami` print; never the session itself. */
const signedIn = ({ user, expiresAt }: MobileSignInAnswer['session'], service: string) => ({
  login: user.login,
  name: user.name,
  service,
  expiresAt,
  organizations: user.organizations.length,
});

export async function listOrganizations({ connect, signal, format }: Context): Promise<void> {
  const service = await connect();
  const { organizations } = await dataOf(service, service.client.listOrganizations({ signal }));
  printRows(format, organizations, {
    login: ({ login }) => login,
    name: ({ name }) => name,
    role: ({ viewerCanAdminister }) => (viewerCanAdminister ? 'owner' : 'member'),
    app: ({ hasAppInstalled, suspendedAt }) => {
      if (!hasAppInstalled) return 'not installed';
      return suspendedAt === null ? 'installed' : 'suspended';
    },
    repositories: ({ repositoryCount }) => repositoryCount,
  });
}
