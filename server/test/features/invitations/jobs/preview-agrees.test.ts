import { describe, expect, test } from 'vitest';
import { previewOf, statesIn } from '../preview/previewing.ts';
import { jobsAs, runOut, serviceForJobs } from './jobs.ts';

describe.each([
  ['github.com', 'cloud'],
  ['an Enterprise Server', 'enterprise-server'],
] as const)('somebody whom REST knows and GraphQL does not, on %s', (_where, hostKind) => {
  const service = serviceForJobs({ hostKind });

  test('is ready in the preview, and sent by the job', async () => {
    const { world, control } = service().simulator;
    world.addUser({ login: 'quiet', unknownToGraphql: true });
    const { bearer } = await service().signIn('ada');
    const rows = [{ login: 'quiet' }, { login: 'nobody-at-all' }];
    expect(statesIn(await previewOf(service(), 'acme', bearer, rows))).toEqual(['ready', 'not-found']);
    const ada = jobsAs(service(), bearer);
    const { id } = await ada.begin(rows);
    await runOut(service(), () => ada.read(id));
    expect((await ada.rows(id)).map(({ outcome }) => outcome)).toEqual(['sent', 'not-found']);
    expect(control.invitations('acme').map(({ login }) => login)).toEqual(['quiet']);
  });
});

describe('a failed invitation of somebody whom REST knows and GraphQL does not', () => {
  const service = serviceForJobs();

  test('is sent again', async () => {
    const { world, control } = service().simulator;
    world.addUser({ login: 'quiet', unknownToGraphql: true });
    const { id } = world.invite({ organization: 'acme', login: 'quiet', by: 'ada' });
    world.failInvitation('acme', 'quiet');
    const { bearer } = await service().signIn('ada');
    const answer = await fetch(`${service().url}/api/organizations/acme/invitations/send-again`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer },
      body: JSON.stringify({ ids: [id] }),
    });
    expect(await answer.json()).toMatchObject({ results: [{ id, outcome: 'done' }] });
    expect(control.invitations('acme').map(({ login }) => login)).toContain('quiet');
  });
});
