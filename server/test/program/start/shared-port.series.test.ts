import { expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { freshDatabaseUrl } from '../../support/databases/engines.ts';
import type { Program } from '../../support/service/program.ts';
import { configuredHost, readSession, run, signIn } from '../configured.ts';

const answers = (program: Program) => program.out().match(/"msg":"request answered"/g)?.length ?? 0;

test('with REUSE_PORT, instances share a port, and one serves on when the other stops; without, the port is in use', async () => {
  const { env, baseUrl } = await configuredHost(await freshDatabaseUrl('PostgreSQL'));
  const shared = { ...env, REUSE_PORT: 'on', LOG_FORMAT: 'json' };
  const [first, second] = [run({ env: shared }), run({ env: shared })];
  const programs = [first, second];
  for (const program of programs) await expect.poll(() => program.out()).toMatch(/is listening at/);

  const session = await signIn(baseUrl, 'ada');
  await expect
    .poll(async () => {
      expect((await readSession(baseUrl, { ...session, connection: 'close' })).status).toBe(200);
      return programs.every((program) => answers(program) > 0);
    })
    .toBe(true);

  const alone = run({ env });
  expect((await alone.ended).code).toBe(1);
  expect(alone.err()).toMatch(new RegExp(`Port ${env.PORT} is already in use`));

  await first.stop();
  for (let request = 0; request < 20; request += 1)
    expect((await fetchOnce(`${baseUrl}/readyz`, { headers: { connection: 'close' } })).status).toBe(200);
});
