import type { FaultRule } from '@orgdesk/simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { createTimeLimit } from '../../../support/time-limit.ts';
import { newPeople } from '../jobs/jobs.ts';
import { learned } from '../listed/listing.ts';
import { askPreview, previewOf, row, setUpPreviews, statesIn } from './previewing.ts';

const LOOKED_UP = /^[/]users[/]/;
const GRAPHQL = { path: '/graphql', operation: 'AccountsByLogin' };

describe('a preview that the code host does not let come to its end', () => {
  const { service, control, signIn } = stoppedService();
  const setUp = () => setUpPreviews(service(), signIn);
  const nobodies = (count: number) => Array.from({ length: count }, (_, each) => ({ login: `nobody-${each}` }));

  test('because of a limit in the middle tells what it knows, and when the rest has a chance', async () => {
    const { organization, preview } = await setUp();
    const logins = newPeople(service(), `limit-of-${organization}`, 150);
    const rows = [...logins.map((login) => ({ login })), { email: 'a@mail.example' }];
    control().fault({
      kind: 'secondary-rate-limit',
      retryAfter: 60,
      times: 1,
      match: { ...GRAPHQL, variables: { login0: logins[100] } },
    });
    const answer = await preview(...rows);
    expect(statesIn(answer)).toEqual([...Array(100).fill('ready'), ...Array(50).fill('not-checked'), 'ready']);
    expect(answer.rows[100]).toEqual(row('not-checked', { login: logins[100] ?? null, reason: 'rate-limited' }));
    expect(answer.retryAfterSeconds).toBe(60);
    const again = await preview(...rows.slice(100));
    expect(new Set(statesIn(again))).toEqual(new Set(['ready']));
    expect(again.retryAfterSeconds).toBeNull();
  });

  test('because of a limit on the second look asks about nobody else', async () => {
    const { preview, newcomer } = await setUp();
    control().fault({ kind: 'secondary-rate-limit', retryAfter: null, match: { path: LOOKED_UP } });
    const answer = await preview({ login: newcomer() }, ...nobodies(30));
    expect(statesIn(answer)).toEqual(['ready', ...Array(30).fill('not-checked')]);
    expect(new Set(answer.rows.slice(1).map(({ reason }) => reason))).toEqual(new Set(['rate-limited']));
    expect(answer.retryAfterSeconds).toBeNull();
    expect(control().count({ path: LOOKED_UP })).toBeLessThanOrEqual(5);
  });

  const REFUSED: readonly (readonly [what: string, rule: FaultRule, reason: string, message: string | null])[] = [
    ['a page of a gateway', { kind: 'bad-gateway-html' }, 'unreachable', null],
    ['a page with status 200', { kind: 'html-200' }, 'unreachable', null],
    ['a reset connection', { kind: 'reset' }, 'unreachable', null],
    ['silence', { kind: 'hang' }, 'unreachable', null],
    ['a spent limit', { kind: 'primary-rate-limit' }, 'rate-limited', null],
    ['a dead token', { kind: 'reply', status: 401, body: { message: 'Bad credentials' } }, 'token-rejected', null],
    ['a refusal', { kind: 'reply', status: 403, body: { message: 'No.' } }, 'refused', 'No.'],
  ];
  test.each(REFUSED)('because of %s says so of everybody it concerns', async (_what, rule, reason, message) => {
    const { organization, headers, newcomer } = await setUp();
    const login = newcomer();
    const rows = [{ login }, { login: 'nobody' }, { email: 'a@mail.example' }];
    const preview = () => previewOf(service(), organization, headers, rows);
    const notChecked = (name: string) => ({ state: 'not-checked', login: name, accountId: null, reason, message });
    control().fault({ ...rule, match: GRAPHQL });
    expect((await preview()).rows).toMatchObject([notChecked(login), notChecked('nobody'), { state: 'ready' }]);
    control().clearFaults();
    control().fault({ ...rule, match: { path: LOOKED_UP } });
    expect((await preview()).rows).toMatchObject([{ state: 'ready' }, notChecked('nobody'), { state: 'ready' }]);
  });

  test('asks again over REST whom GraphQL left out, or told of by halves', async () => {
    const { preview, newcomer, organization } = await setUp();
    const [one, two, three] = [newcomer(), newcomer(), newcomer()];
    service().simulator.world.addMembership({ organization, login: three });
    const whole = { __typename: 'User', databaseId: 7, login: three, organization: null };
    control().fault({
      kind: 'reply',
      status: 200,
      body: {
        data: { account1: { __typename: 'User', login: two }, account2: whole },
        errors: [{ type: 'FORBIDDEN', message: 'Not now.', path: ['account2', 'organization'] }],
      },
      match: GRAPHQL,
    });
    expect(statesIn(await preview({ login: one }, { login: two }, { login: three }))).toEqual([
      'ready',
      'ready',
      'already-member',
    ]);
    expect(control().count({ path: LOOKED_UP })).toBe(3);
  });

  const LISTS = ['invitations', 'failed_invitations', 'teams'] as const;
  test.each(LISTS)('says nothing when %s cannot be read, and reads them again', async (list) => {
    const { organization, headers } = await setUp();
    const rows = [{ email: 'a@mail.example', teams: ['crew'] }];
    const answers = async () => {
      const answer = await askPreview(service(), organization, headers, { rows });
      return [answer.status, (answer.json as { readonly error?: string }).error, answer.headers.get('retry-after')];
    };
    const match = { path: `/orgs/${organization}/${list}` };
    control().fault({ kind: 'bad-gateway-html', times: 1, match });
    expect(await answers()).toEqual([503, 'The code host is unavailable. Please try again.', '2']);
    control().fault({ kind: 'secondary-rate-limit', retryAfter: 60, times: 1, match });
    expect(await answers()).toEqual([503, 'API rate limit exceeded', '60']);
    control().fault({ kind: 'reply', status: 401, body: { message: 'Bad credentials' }, times: 1, match });
    expect((await answers())[0]).toBe(401);
    expect(await answers()).toEqual([200, undefined, null]);
    expect(control().count(GRAPHQL)).toBe(0);
  });

  test('because time is up waits for what it asked, and asks no more', async () => {
    const limit = createTimeLimit();
    const limited = await service().addInstance({ inviteLimitMs: limit.ms });
    const { organization, headers, newcomer } = await setUp();
    const hold = control().hold({ path: LOOKED_UP });
    onTestFinished(() => hold.release());
    const previewing = previewOf(limited, organization, headers, [{ login: newcomer() }, ...nobodies(12)]);
    await hold.arrived(5);
    limit.come();
    hold.release();
    const { rows } = await previewing;
    expect(rows.map(({ state, reason }) => reason ?? state)).toEqual([
      'ready',
      ...Array(5).fill('not-found'),
      ...Array(7).fill('out-of-time'),
    ]);
    expect(control().count({ path: LOOKED_UP })).toBe(5);
  });

  test('because it stops, or time is up, while it reads the lists answers that nobody was looked up', async () => {
    const limit = createTimeLimit();
    const limited = await service().addInstance({ inviteLimitMs: limit.ms });
    const instance = await service().addInstance();
    const { organization, headers } = await setUp();
    const hold = control().hold({ path: `/orgs/${organization}/invitations` });
    onTestFinished(() => hold.release());
    const rows = [{ login: 'grace' }, { login: 'ada lovelace' }];
    const notChecked = (reason: 'out-of-time' | 'shutting-down') => ({
      rows: [
        row('not-checked', { login: 'grace', reason }),
        row('wrong', { login: 'ada lovelace', reason: 'bad-login' }),
      ],
      seats: null,
      sentInLastDay: null,
      retryAfterSeconds: null,
    });
    const late = previewOf(limited, organization, headers, rows);
    await hold.arrived(1);
    limit.come();
    expect(await late).toEqual(notChecked('out-of-time'));
    const previewing = previewOf(instance, organization, headers, rows);
    await hold.arrived(2);
    const closed = instance.close();
    expect(await previewing).toEqual(notChecked('shutting-down'));
    hold.release();
    await closed;
    expect(control().count(GRAPHQL)).toBe(0);
  });

  test('because nobody waits for it any more asks about nobody else', async () => {
    const { organization, headers } = await setUp();
    const hold = control().hold({ path: LOOKED_UP });
    onTestFinished(() => hold.release());
    const leaving = new AbortController();
    const gone = fetch(`${service().url}/api/organizations/${organization}/invitation-preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ rows: nobodies(40) }),
      signal: leaving.signal,
    });
    gone.catch(() => {});
    await hold.arrived(5);
    leaving.abort();
    const isLogged = () =>
      service().logLines.some((line) => line.includes('invitation preview created') && line.includes(organization));
    await learned(service());
    hold.release();
    await expect.poll(isLogged).toBe(true);
    expect(control().count({ path: LOOKED_UP })).toBe(5);
  });

  test('has five second looks under way at a time, of all previews of a session together', async () => {
    const { preview } = await setUp();
    const hold = control().hold({ path: LOOKED_UP });
    onTestFinished(() => hold.release());
    const previewing = [preview(...nobodies(12)), preview(...nobodies(12))];
    await hold.arrived(5);
    hold.release();
    for (const answer of await Promise.all(previewing))
      expect(new Set(statesIn(answer))).toEqual(new Set(['not-found']));
    expect(control().maxInFlight({ path: LOOKED_UP })).toBe(5);
  });
});
