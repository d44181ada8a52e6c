import { Agent, request } from 'node:http';
import { delivery } from '../rows/webhook.ts';
import type { CodeHost } from '../servers/code-host.ts';
import { comeBack, goToCodeHost } from '../worlds/sign-in.ts';
import type { KindName } from './assumptions.ts';

const QUERY = JSON.stringify({ query: 'query ViewerProfile { viewer { login } }', operationName: 'ViewerProfile' });
const INVITED = 5;
/** Size of an event that is only logged, with a typical description. */
const EVENT_BYTES = 8 * 1024;

export interface PeopleContext {
  /** Address of the service, shared by its instances. */
  readonly url: string;
  readonly codeHost: CodeHost;
  readonly logins: readonly string[];
  /** Login of an organization that all belong to. */
  readonly organization: string;
  /** An installation whose list changes, and its owner. */
  readonly list: { readonly id: number; readonly owner: string };
}

/** A session of a simulated person. */
interface SignedIn {
  readonly authorization: string;
  statusTag: string | null;
}

/** Each makes one request of its kind and returns false for an unexpected answer. */
export type RequestMakers = Readonly<Record<KindName, () => Promise<boolean>>>;

/** Simulates people who sign in, read and sign out in turn. */
export function createPeople({ url, codeHost, logins, organization, list }: PeopleContext, inviter: string) {
  const agent = new Agent({ keepAlive: true });
  const signedIn: SignedIn[] = [];
  const secret = codeHost.app.webhookSecret ?? '';
  let [nextLogin, nextReader, eventsSent, invited] = [0, 0, 0, 0];
  let admin: Promise<string> | null = null;

  const reader = (): SignedIn => {
    nextReader += 1;
    const person = signedIn[nextReader % signedIn.length];
    if (person === undefined) throw new Error('nobody is signed in');
    return person;
  };
  const read = async (path: string, { authorization }: SignedIn, headers: Readonly<Record<string, string>> = {}) =>
    ask(agent, `${url}${path}`, { ...headers, authorization });
  const signIn = async (login: string): Promise<string> =>
    `Bearer ${await comeBack(url, await goToCodeHost(url, login))}`;
  const deliver = async (event: string, body: object) => {
    const { path, headers, body: text } = delivery(event, JSON.stringify(body), secret);
    return (await ask(agent, `${url}${path}`, headers, text)).status === 200;
  };

  const makers: RequestMakers = {
    'sign-in': async () => {
      const login = logins[nextLogin % logins.length] ?? '';
      nextLogin += 1;
      signedIn.push({ authorization: await signIn(login), statusTag: null });
      return true;
    },
    session: async () => (await read('/api/auth/session', reader())).status === 200,
    organizations: async () => (await read('/api/organizations', reader())).status === 200,
    organization: async () => (await read(`/api/organizations/${organization}`, reader())).status === 200,
    'status, unchanged': async () => {
      const person = reader();
      const headers = person.statusTag === null ? {} : { 'if-none-match': person.statusTag };
      const { status, etag } = await read('/api/install/status', person, headers);
      person.statusTag = etag;
      return status === 200 || status === 304;
    },
    'GraphQL query': async () => {
      const headers = { authorization: reader().authorization, 'content-type': 'application/json' };
      return (await ask(agent, `${url}/api/github/graphql`, headers, QUERY)).status === 200;
    },
    'mass invite of five': async () => {
      admin ??= signIn(inviter);
      invited += 1;
      const userLogins = Array.from({ length: INVITED }, (_, index) => `invitee-${invited}-${index}`);
      await codeHost.act('addUsers', userLogins);
      const headers = { authorization: await admin, 'content-type': 'application/json' };
      const body = JSON.stringify({ userLogins });
      return (await ask(agent, `${url}/api/organizations/acme/mass-invite`, headers, body)).status === 200;
    },
    'event, logged': async () => {
      eventsSent += 1;
      return deliver('repository', { action: 'edited', number: eventsSent, filling: 'd'.repeat(EVENT_BYTES) });
    },
    'event, a list changed': async () => {
      eventsSent += 1;
      await codeHost.act('addRepository', list.owner, `of-the-day-${eventsSent}`);
      const installation = { id: list.id, app_id: Number(codeHost.app.id) };
      return deliver('installation_repositories', { action: 'added', installation, number: eventsSent });
    },
    'sign-out': async () => {
      // The newest session, so that earlier ones stay.
      const person = signedIn.pop();
      if (person === undefined) return false;
      return (await ask(agent, `${url}/api/auth/logout`, { authorization: person.authorization }, '')).status === 200;
    },
  };
  return { makers, close: () => agent.destroy() };
}

function ask(
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<{ readonly status: number; readonly etag: string | null }> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(url, { agent, method, headers }, ({ statusCode = 0, headers: answered }) => {
      const { etag = null } = answered;
      resolve({ status: statusCode, etag });
    });
    sent.once('response', (answer) => answer.once('error', reject).resume());
    sent.once('error', reject);
    sent.end(body);
  });
}
