import type { FaultRule } from '@orgdesk/simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { addOrganization, LISTED, linesOf, loginsIn, openList, peopleOf, wholeList, withheldIn } from './people.ts';

type Fault = Exclude<FaultRule, { readonly kind: 'delay' }>;
const PARTS = ['people', 'outside-collaborators', 'second-factors', 'teams'] as const;
const IP_MESSAGE =
  'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list ' +
  'enabled, and your IP address is not permitted to access this resource.';
const SSO_MESSAGE =
  'Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization.';

describe('what the code host does not tell of people', () => {
  const { service, world, control, signIn } = stoppedService();
  const person = (id: number) => ({ databaseId: id, login: `person-${id}`, name: null, avatarUrl: null });
  const pageInfo = { hasNextPage: false, endCursor: null };
  /** An answer to the call that reads members. */
  const answerMembers = (edges: unknown, errors: readonly object[], more: object = {}) => {
    const membersWithRole = { totalCount: 3, edges, pageInfo, ...more };
    const organization = { databaseId: world().needOrganization('acme').id, membersWithRole };
    const body = { data: { organization }, errors };
    control().fault({ kind: 'reply', status: 200, body, match: LISTED });
  };
  const list = async (query = '') => {
    const headers = await signIn('ada');
    return () => wholeList(peopleOf(service(), 'acme', query), headers);
  };

  test('in the middle of a page is named beside the rest of it', async () => {
    const read = await list();
    const path = ['organization', 'membersWithRole', 'edges', 1, 'node'];
    answerMembers(
      [{ role: 'ADMIN', node: person(1) }, { role: 'MEMBER', node: null }, null],
      [{ type: 'FORBIDDEN', message: SSO_MESSAGE, path }],
    );
    const { lines } = await read();
    expect(loginsIn(lines)).toEqual(['person-1']);
    expect(linesOf(lines, 'withheld')[0]?.withheld).toEqual({
      part: 'people',
      reason: 'single-sign-on',
      message: SSO_MESSAGE,
      subject: null,
    });
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
  });

  test('is named with the permission that the call needs', async () => {
    const read = await list();
    control().fault({
      kind: 'reply',
      status: 403,
      headers: { 'x-accepted-github-permissions': 'members=write; organization_administration=read' },
      body: { message: 'Resource not accessible by integration' },
      match: { path: '^/orgs/acme/outside_collaborators' },
    });
    const { lines } = await read();
    const withheld = linesOf(lines, 'withheld').map((line) => line.withheld);
    expect(withheld.find(({ part }) => part === 'outside-collaborators')?.message).toBe(
      'Resource not accessible by integration (needs members: write or organization_administration: read)',
    );
  });

  test('is named as well when it only says so, or only leaves somebody out', async () => {
    const read = await list();
    answerMembers([{ role: 'ADMIN', node: person(1) }], [{ type: 'FORBIDDEN', message: 'Not today.' }]);
    expect(withheldIn((await read()).lines)[0]).toEqual(['people', 'refused', null]);
    control().clearFaults();
    answerMembers([{ role: 'ADMIN', node: person(1) }, null], []);
    expect(withheldIn((await read()).lines)[0]).toEqual(['people', 'unreachable', null]);
    control().clearFaults();
    answerMembers(null, []);
    expect(withheldIn((await read()).lines)[0]).toEqual(['people', 'unreachable', null]);
    control().clearFaults();
    answerMembers([], [], { pageInfo: { hasNextPage: true, endCursor: null } });
    expect((await read()).status).toBe(503);
  });

  const RATE_LIMITED = [503, 'API rate limit exceeded', 'code-host-limited'] as const;
  const AWAY = [503, 'The code host is unavailable. Please try again.', 'code-host-away'] as const;
  test.each<readonly [string, Fault, status: number, error: string, code: string | null]>([
    ['a rate limit', { kind: 'primary-rate-limit' }, ...RATE_LIMITED],
    ['a secondary limit', { kind: 'secondary-rate-limit', status: 200 }, ...RATE_LIMITED],
    [
      'a token that is not accepted',
      { kind: 'reply', status: 401, body: { message: 'Bad credentials' } },
      401,
      'The code host no longer accepts your sign in. Please sign in again.',
      null,
    ],
    [
      'single sign-on',
      {
        kind: 'reply',
        status: 200,
        body: { data: { organization: null }, errors: [{ type: 'FORBIDDEN', message: SSO_MESSAGE }] },
      },
      403,
      'This organization requires single sign-on. Authenticate with SSO on the code host, then sign in again.',
      null,
    ],
    [
      'a list of allowed addresses',
      { kind: 'reply', status: 403, body: { message: IP_MESSAGE } },
      403,
      "This organization's IP allow list does not include orgdesk's address.",
      null,
    ],
    ['a broken answer', { kind: 'bad-gateway-html' }, ...AWAY],
    ['another answer', { kind: 'wrong-types' }, ...AWAY],
  ])('before the first page refuses the list: %s', async (_what, fault, status, error, code) => {
    const read = await list();
    control().fault({ ...fault, match: LISTED });
    const answer = await read();
    expect([answer.status, answer.json]).toEqual([status, { error, ...(code === null ? {} : { code }) }]);
    expect(control().count({ path: '/orgs/acme' })).toBe(0);
  });

  test.each<readonly [string, Fault, reason: string, isLasting: boolean]>([
    ['a rate limit', { kind: 'primary-rate-limit' }, 'rate-limited', true],
    [
      'a token that is not accepted',
      { kind: 'reply', status: 401, body: { message: 'Bad credentials' } },
      'token-rejected',
      true,
    ],
    [
      'a list of allowed addresses',
      { kind: 'reply', status: 403, body: { message: IP_MESSAGE } },
      'ip-allow-list',
      true,
    ],
    ['a connection that breaks', { kind: 'reset' }, 'unreachable', false],
    ['an answer cut off', { kind: 'truncate' }, 'unreachable', false],
    ['an empty answer', { kind: 'empty' }, 'unreachable', false],
  ])('after the first page is named at the end: %s', async (_what, fault, reason, isLasting) => {
    const { organization, owner } = addOrganization(service(), 150);
    const headers = await signIn(owner);
    const hold = control().hold(LISTED);
    onTestFinished(() => hold.release());
    const opening = openList(peopleOf(service(), organization, '?teams=true'), headers);
    await hold.arrived(1);
    hold.releaseSome(1);
    const read = await opening;
    await hold.arrived(2);
    control().fault({ ...fault, match: LISTED });
    hold.release();
    expect(await read.ended).toBe(true);
    expect(loginsIn(read.lines)).toHaveLength(100);
    const missing = isLasting ? PARTS : (['people'] as const);
    expect(withheldIn(read.lines)).toEqual(missing.map((part) => [part, reason, null]));
    expect(linesOf(read.lines, 'second-factors')).toHaveLength(isLasting ? 0 : 1);
    expect(read.lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
    if (isLasting) expect(control().count({ path: `/orgs/${organization}` })).toBe(0);
    const lines = service().logLines.filter((line) => line.includes('part of a list of people'));
    expect(lines.join()).not.toContain('of-');
  });

  test('of one part leaves the others', async () => {
    const read = await list('?teams=true');
    control().fault({ kind: 'bad-gateway-html', match: { path: '/orgs/acme/outside_collaborators' } });
    const { lines } = await read();
    expect(withheldIn(lines)).toEqual([
      ['outside-collaborators', 'unreachable', null],
      ['second-factors', 'unreachable', null],
    ]);
    expect(linesOf(lines, 'team')).toHaveLength(3);
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
  });

  test('of a team is named with it, and further people of a large one follow', async () => {
    const { organization, owner, logins } = addOrganization(service(), 230);
    world().addTeam({ organization, name: 'Large', members: logins.map((login) => ({ login })) });
    world().addTeam({ organization, name: 'Small', members: [{ login: owner }] });
    const headers = await signIn(owner);
    const address = peopleOf(service(), organization, '?teams=true');
    const large = async () => {
      const { lines } = await wholeList(address, headers);
      const parts = linesOf(lines, 'team').filter(({ team }) => team.slug === 'large');
      return { lines, counts: parts.map(({ people }) => people.length) };
    };
    const whole = await large();
    expect(whole.counts).toEqual([100, 100, 30]);
    expect(whole.lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
    control().fault({ kind: 'bad-gateway-html', match: { path: '/graphql', operation: 'TeamPeople' } });
    const part = await large();
    expect(part.counts).toEqual([100, 0]);
    expect(withheldIn(part.lines)).toEqual([['teams', 'unreachable', 'large']]);
    expect(linesOf(part.lines, 'team').map(({ team }) => team.slug)).toContain('small');
    expect(part.lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
  });

  test('apart of insecure second factors, as an older Enterprise Server, is no mistake', async () => {
    const { organization, owner, add } = addOrganization(service(), 1, { filtersInsecureFactors: false });
    const weak = add(`old-${organization}`);
    world().updateUser(weak.login, { secondFactor: 'none' });
    const { lines } = await wholeList(peopleOf(service(), organization), await signIn(owner));
    expect(linesOf(lines, 'second-factors')).toEqual([{ kind: 'second-factors', disabled: [weak.id], insecure: null }]);
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
  });
});
