import type { Endpoint } from '@orgdesk/contract';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import { describe, expect, test } from 'vitest';
import { readContractDocument } from '../../../scripts/generate/contract-document.ts';
import { RENAMED } from '../../src/http/refusals.ts';
import { DOWNLOADS, LISTS } from '../../src/lib/limits/http.ts';
import { type Answer, fetchOnce } from '../support/browser.ts';
import { sharedService } from '../support/service/shared-service.ts';
import { acceptedBody, requestAbout } from './organization-requests.ts';

const document = await readContractDocument();

/** The sentences that an endpoint may answer with a status. */
function sentencesOf({ method, path }: Endpoint, status: number): readonly string[] {
  const { description = '' } = document.paths[path]?.[method.toLowerCase()]?.responses[status] ?? {};
  return description.split('\n').map((line) => line.replace(/^- /, ''));
}

const says = (endpoint: Endpoint, status: number, message: string): boolean =>
  sentencesOf(endpoint, status).some((sentence) => sentence.includes(message));

/** Only who asks the code host for the membership of the caller documents both. */
const NOT_ASKED = 'The code host is unavailable.';
const NOT_A_MEMBER = 'you are not a member of it.';
const OF_ORGANIZATIONS = ENDPOINTS.filter(
  (endpoint) => says(endpoint, 503, NOT_ASKED) && says(endpoint, 404, NOT_A_MEMBER),
);

/** A request with everything in order, but for what is asked about where that has an ID: nothing has that one. */
interface Sent {
  readonly caller: 'owner' | 'member' | null;
  readonly organization: string;
  readonly origin: string | null;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

/** A check, in the order in which they are made. `breaks` names what a request that fails it differs in. */
interface Check {
  readonly name: string;
  readonly breaks: 'caller' | 'origin' | 'body' | 'query' | 'room' | 'organization' | 'nothing';
  readonly applies: (endpoint: Endpoint) => boolean;
  readonly failing: (sent: Sent, endpoint: Endpoint) => Partial<Sent>;
  /** The status, and a part of the message. */
  readonly refused: (endpoint: Endpoint) => readonly [status: number, message: string];
}

const SEND_IDS = 'ids must be';

/** Input that fits the schema and is refused all the same, before the rights. */
const INPUT: Readonly<Record<string, readonly [failing: Partial<Sent>, message: string]>> = {
  previewInvitations: [{ body: '{"rows":[]}' }, 'Please add at least one person'],
  startInvitationJob: [{ body: '{"key":"","rows":[]}' }, 'The key must have'],
  dismissFindings: [
    { body: `{"findings":[{"key":"owners.1.${'0'.repeat(16)}","name":"x","seal":"x"}],"until":"","reason":"x"}` },
    'Please choose a date',
  ],
  readAuditTrail: [{ query: [['since', 'yesterday']] }, 'since and until must be'],
  downloadAuditTrailCsv: [{ query: [['since', 'yesterday']] }, 'since and until must be'],
  downloadAuditTrailNdjson: [{ query: [['since', 'yesterday']] }, 'since and until must be'],
};

/** Returns what owners are refused with, since the requested name or ID does not exist. */
function missingIn(endpoint: Endpoint): readonly [status: number, sentence: string] | null {
  if (endpoint.id === 'applyOrganizationPlan') return [409, 'This plan was altered, or made elsewhere.'];
  if (endpoint.id === 'startPeopleChange') return [409, 'This preview does not match this change.'];
  const asksAbout = /\{(?!login)/.test(endpoint.path) || endpoint.id === 'previewPeopleChange';
  const [missing, ...more] = sentencesOf(endpoint, 404).filter(
    (sentence) => !sentence.includes(NOT_A_MEMBER) && sentence !== RENAMED.error,
  );
  if (!asksAbout) return null;
  if (missing === undefined || more.length > 0) throw new Error(`which 404 of ${endpoint.id} is it?`);
  return [404, missing];
}

const firstQueryOf = ({ query }: Endpoint): string =>
  Object.keys((query as { readonly properties?: object } | undefined)?.properties ?? {})[0] ?? '';

const CHECKS: readonly Check[] = [
  {
    name: 'a session',
    breaks: 'caller',
    applies: () => true,
    failing: () => ({ caller: null }),
    refused: () => [401, 'Please sign in'],
  },
  {
    name: 'its own site',
    breaks: 'origin',
    applies: (endpoint) => says(endpoint, 403, 'from another site'),
    failing: () => ({ origin: 'https://evil.example' }),
    refused: () => [403, 'from another site'],
  },
  {
    name: 'JSON',
    breaks: 'body',
    applies: ({ body }) => body !== undefined,
    failing: () => ({ body: '{' }),
    refused: () => [400, 'is not valid JSON'],
  },
  {
    name: 'a body that fits its schema',
    breaks: 'body',
    applies: ({ body, checkedBy }) => body !== undefined && checkedBy !== 'handler',
    failing: () => ({ body: '[]' }),
    refused: (endpoint) => [400, says(endpoint, 400, SEND_IDS) ? SEND_IDS : 'The request is not valid.'],
  },
  {
    name: 'values once each',
    breaks: 'query',
    applies: ({ query }) => query !== undefined,
    failing: ({ query }, endpoint) => {
      const name = firstQueryOf(endpoint);
      return { query: [...query, [name, '1'], [name, '2']] };
    },
    refused: (endpoint) => [400, `The value of ${firstQueryOf(endpoint)} is not valid`],
  },
  {
    name: 'room for another answer in pieces',
    breaks: 'room',
    applies: ({ streams }) => streams === 'file' || streams === 'list',
    failing: () => ({}),
    refused: (endpoint) => [
      429,
      says(endpoint, 429, 'You are loading too many lists') ? 'You are loading too many lists' : 'Too many downloads',
    ],
  },
  {
    name: 'input',
    breaks: 'body',
    applies: ({ id }) => id in INPUT,
    failing: ({ query }, { id }) => {
      const failing: Partial<Sent> = INPUT[id]?.[0] ?? {};
      return { ...failing, query: [...query, ...(failing.query ?? [])] };
    },
    refused: ({ id }) => [400, INPUT[id]?.[1] ?? ''],
  },
  {
    name: 'an organization',
    breaks: 'organization',
    applies: () => true,
    failing: () => ({ organization: '%20' }),
    refused: () => [400, 'Please select an organization first'],
  },
  {
    name: 'a membership',
    breaks: 'organization',
    applies: () => true,
    failing: () => ({ organization: 'no-such-organization' }),
    refused: () => [404, NOT_A_MEMBER],
  },
  {
    name: 'ownership',
    breaks: 'caller',
    applies: (endpoint) => says(endpoint, 403, 'Only organization admins can'),
    failing: () => ({ caller: 'member' }),
    refused: () => [403, 'Only organization admins can'],
  },
  {
    name: 'something to ask about',
    breaks: 'nothing',
    applies: (endpoint) => missingIn(endpoint) !== null,
    failing: () => ({}),
    refused: (endpoint) => missingIn(endpoint) ?? [0, ''],
  },
];

const checksOf = (endpoint: Endpoint) => CHECKS.filter(({ applies }) => applies(endpoint));

/** Every check with each later one that the same request can fail too: neighbours are among them. */
const PAIRS = OF_ORGANIZATIONS.flatMap((endpoint) => {
  const checks = checksOf(endpoint);
  return checks.flatMap((first, index) =>
    checks
      .slice(index + 1)
      .filter(({ breaks }) => breaks !== first.breaks)
      .map((second) => [endpoint.id, first.name, second.name, { endpoint, first, second }] as const),
  );
});

describe('the checks of each endpoint about an organization', () => {
  const service = sharedService();
  const cookies = new Map<'owner' | 'member', Promise<string>>();
  const cookieOf = (caller: 'owner' | 'member'): Promise<string> => {
    const cached = cookies.get(caller);
    if (cached !== undefined) return cached;
    const cookie = service()
      .signIn(caller === 'owner' ? 'ada' : 'grace')
      .then(({ id }) => `host_session=${id}`);
    cookies.set(caller, cookie);
    return cookie;
  };

  async function ask(endpoint: Endpoint, sent: Sent): Promise<Answer> {
    const headers = {
      ...(sent.caller !== null && { cookie: await cookieOf(sent.caller) }),
      ...(sent.origin !== null && { origin: sent.origin }),
    };
    const query = sent.query.map(([name, value]) => `${name}=${value}`).join('&');
    const { organization, body } = sent;
    return fetchOnce(...requestAbout(service().url, endpoint, { organization, headers, query, body }));
  }

  const inOrder = (endpoint: Endpoint): Sent => ({
    caller: 'owner',
    organization: 'acme',
    origin: null,
    query: [],
    body: acceptedBody(endpoint),
  });

  function failingAll(endpoint: Endpoint, checks: readonly Check[]): Sent {
    let sent = inOrder(endpoint);
    for (const { failing } of checks) sent = { ...sent, ...failing(sent, endpoint) };
    return sent;
  }

  /** Leaves no room for the caller's answers in pieces while `work` is done: requests for them wait for their rights. */
  async function withoutRoom<T>(endpoint: Endpoint, caller: 'owner' | 'member', work: () => Promise<T>): Promise<T> {
    const { control } = service().simulator;
    // Drops cached memberships.
    service().clock.advance(61_000);
    const hold = control.hold({ path: '/user/memberships/orgs' });
    const fitting = endpoint.streams === 'file' ? DOWNLOADS.ofSession : LISTS.ofSession;
    const asking = Array.from({ length: fitting + 1 }, () => ask(endpoint, { ...inOrder(endpoint), caller }));
    try {
      // The others wait, so the first answer is that of the one too many.
      expect((await Promise.race(asking)).status).toBe(429);
      return await work();
    } finally {
      hold.release();
      await Promise.all(asking);
    }
  }

  async function expectRefused(endpoint: Endpoint, checks: readonly Check[], by: Check) {
    const sent = failingAll(endpoint, checks);
    const answer = checks.some(({ breaks }) => breaks === 'room')
      ? await withoutRoom(endpoint, sent.caller ?? 'owner', () => ask(endpoint, sent))
      : await ask(endpoint, sent);
    const [status, message] = by.refused(endpoint);
    expect([answer.status, answer.json]).toEqual([status, { error: expect.stringContaining(message) }]);
  }

  test('are those of every endpoint that asks for the membership of its caller, with what each takes', () => {
    expect(OF_ORGANIZATIONS.length).toBeGreaterThanOrEqual(27);
    expect(() => OF_ORGANIZATIONS.map(acceptedBody)).not.toThrow();
    const byHandler = OF_ORGANIZATIONS.filter(({ checkedBy }) => checkedBy === 'handler').map(({ id }) => id);
    expect(
      byHandler.filter((id) => !(id in INPUT)),
      'add input to INPUT for each',
    ).toEqual([]);
  });

  test.each(
    OF_ORGANIZATIONS.flatMap((endpoint) =>
      checksOf(endpoint).map((check) => [endpoint.id, check.name, { endpoint, check }] as const),
    ),
  )('%s needs %s', async (_id, _name, { endpoint, check }) => {
    await expectRefused(endpoint, [check], check);
  });

  test.each(PAIRS)('%s: first %s, then %s', async (_id, _first, _second, { endpoint, first, second }) => {
    await expectRefused(endpoint, [first, second], first);
  });
});
