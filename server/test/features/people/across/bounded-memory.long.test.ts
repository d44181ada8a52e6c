import { expect, test } from 'vitest';
import { configuredHost, runReady, signIn } from '../../../program/configured.ts';
import { freshDatabaseUrl } from '../../../support/databases/engines.ts';
import { addOrganization } from '../../../support/service/add-organization.ts';
import { residentMegabytes, watch } from '../../../support/service/process-figures.ts';
import { streamed } from './across.ts';

const [ORGANIZATIONS, PEOPLE] = [30, 2_000];
const [FIRST_MEGABYTES, FURTHER_MEGABYTES] = [200, 100];

test('thirty organizations of 2,000 people take bounded memory, again and again', async () => {
  const { simulator, env } = await configuredHost(await freshDatabaseUrl('SQLite'));
  const { world } = simulator;
  const { login: owner } = world.addUser({ login: 'owner-of-all' });
  const crowd = Array.from({ length: PEOPLE * 2 }, (_, nth) => world.addUser({ login: `one-of-${nth}` }).login);
  for (let nth = 0; nth < ORGANIZATIONS; nth += 1) {
    const { organization } = addOrganization({ simulator });
    world.addMembership({ organization, login: owner, role: 'admin' });
    const start = (nth * 97) % PEOPLE;
    for (const login of crowd.slice(start, start + PEOPLE)) world.addMembership({ organization, login });
  }
  const { program, url } = await runReady(env);
  const headers = await signIn(url, owner);
  const mostWhileReading = async () => {
    const most = watch(residentMegabytes, program);
    let rows = 0;
    for await (const line of streamed(`${url}/api/people`, headers))
      if (line.kind === 'people') rows += line.people.length;
    expect(rows).toBe(ORGANIZATIONS * (PEOPLE + 2));
    return most();
  };
  const before = residentMegabytes(program);
  const first = await mostWhileReading();
  expect(first - before).toBeLessThan(FIRST_MEGABYTES);
  for (let again = 0; again < 3; again += 1) expect((await mostWhileReading()) - first).toBeLessThan(FURTHER_MEGABYTES);
});
