import { FINDING_NAMES, type LastReviewsAnswer } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { addOrganizations } from './across/across.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('the last access reviews of a person, on %s,', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });
  const get = (path: string, headers: RequestHeaders) => fetchOnce(`${service().url}${path}`, { headers });
  const last = async (headers: RequestHeaders) => {
    const { status, json } = await get('/api/people-review/last', headers);
    expect(status).toBe(200);
    return (json as LastReviewsAnswer).reviews;
  };

  test('are none before the first, and then those of either review, with when and what was found', async () => {
    const { owner, organizations } = addOrganizations(service(), 2);
    const [first, second] = organizations as [(typeof organizations)[0], (typeof organizations)[0]];
    world().updateUser(first.logins[0] ?? '', { secondFactor: 'none' });
    const headers = await signIn(owner);
    expect(await last(headers)).toEqual([]);

    await get(`/api/organizations/${first.organization}/people-review`, headers);
    const reviewedAt = service().clock.now().toISOString();
    const [review, ...others] = await last(headers);
    expect(others).toEqual([]);
    expect(review).toMatchObject({ organization: first.organizationId, reviewedAt, notChecked: [] });
    expect(review?.findings).toContainEqual({ finding: 'no-second-factor', open: 1 });
    expect(review?.findings).toContainEqual({ finding: 'insecure-second-factor', open: 0 });

    await get('/api/people-review', headers);
    expect((await last(headers)).map(({ organization }) => organization).toSorted()).toEqual(
      [first.organizationId, second.organizationId].toSorted(),
    );
    // The same person elsewhere, and others.
    expect(await last(await signIn(owner))).toHaveLength(2);
    expect(await last(await signIn(first.logins[0] ?? ''))).toEqual([]);
  });

  test('say what was not checked, and stay as they were if a review could not begin', async () => {
    const { owner, organizations } = addOrganizations(service(), 1);
    const [{ organization } = { organization: '' }] = organizations;
    const headers = await signIn(owner);
    const review = () => get(`/api/organizations/${organization}/people-review`, headers);
    control().fault({
      match: { path: `/orgs/${organization}/outside_collaborators` },
      times: 9,
      kind: 'bad-gateway-html',
    });
    expect((await review()).status).toBe(200);
    const [incomplete] = await last(headers);
    expect(incomplete?.notChecked).toEqual(['no-second-factor', 'insecure-second-factor', 'outside-collaborators']);
    expect(incomplete?.findings.map(({ finding }) => finding)).not.toContain('no-second-factor');

    control().fault({ times: 999, kind: 'bad-gateway-html' });
    expect((await review()).status).not.toBe(200);
    expect(await last(headers)).toEqual([incomplete]);
    control().clearFaults();
    await review();
    expect((await last(headers))[0]?.notChecked).toEqual([]);
  });

  test('are not told to somebody who did not own the organization when they signed in', async () => {
    const { owner, organizations } = addOrganizations(service(), 1);
    const [{ organization } = { organization: '' }] = organizations;
    await get(`/api/organizations/${organization}/people-review`, await signIn(owner));
    expect(await last(await signIn(owner))).toHaveLength(1);
    world().addMembership({ organization, login: 'ada', role: 'admin' });
    world().setRole(organization, owner, 'member');
    expect(await last(await signIn(owner))).toEqual([]);
  });

  test('are not told a minute after somebody lost the organization, and nothing of them if that cannot be read', async () => {
    const { owner, organizations } = addOrganizations(service(), 1);
    const [{ organization } = { organization: '' }] = organizations;
    const headers = await signIn(owner);
    await get(`/api/organizations/${organization}/people-review`, headers);
    service().clock.advance(61_000);
    control().fault({ times: 999, kind: 'bad-gateway-html' });
    const [unknown] = await last(headers);
    expect([unknown?.findings, unknown?.notChecked.length]).toEqual([[], FINDING_NAMES.length]);
    control().clearFaults();
    service().clock.advance(61_000);
    expect((await last(headers))[0]?.notChecked).toEqual([]);
    world().addMembership({ organization, login: 'ada', role: 'admin' });
    world().setRole(organization, owner, 'member');
    service().clock.advance(61_000);
    expect(await last(headers)).toEqual([]);
  });
});
