import { describe, expect, test } from 'vitest';
import { jobsAs } from '../../features/invitations/jobs/jobs.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const STRANGE = [
  '%00',
  'a%00b',
  '%F0%9F%98%80',
  '%E2%80%AE',
  '..%2f..',
  '__proto__',
  '%27%20or%201=1--',
  'a'.repeat(9_000),
];
const CALLS = [
  ['GET', ''],
  ['GET', '/rows'],
  ['GET', '/events'],
  ['GET', '/results.csv'],
  ['POST', '/pause'],
  ['POST', '/resume'],
  ['POST', '/cancel'],
  ['POST', '/take-over'],
] as const;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('on %s', (engine) => {
  const service = sharedService({ engine });

  test.each(CALLS)('no ID whatsoever makes %s …%s fail', async (method, path) => {
    const ada = jobsAs(service(), (await service().signIn('ada')).bearer);
    const { id } = await ada.begin([{ login: 'edsger' }], 'known');
    for (const strange of [...STRANGE, id.toUpperCase().replaceAll(/\d/g, 'A'), ` ${id}`.replace(' ', '%20')]) {
      const { status, json } = await ada.ask(`/${strange}${path}`, method);
      expect([strange, status, json]).toEqual([strange, 404, { error: expect.stringMatching(/^Job not found/) }]);
    }
  });
});
