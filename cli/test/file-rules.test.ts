import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedService } from '../../server/test/support/service/shared-service.ts';
import { freshHome, ONE_SENTENCE, orgdesk } from './support/orgdesk.ts';

const service = sharedService();

test('rules about owners are shown and changed, and a plan that breaks them names the lift', async () => {
  const { id } = await service().signIn('ada');
  const { world } = service().simulator;
  for (const login of ['grace', 'radia']) world.addMembership({ organization: 'acme', login, role: 'admin' });
  const env = { HOME: await freshHome(), ORGDESK_URL: service().url, ORGDESK_SESSION: id };
  const rules = (...words: readonly string[]) => orgdesk(['file', 'rules', 'acme', ...words], env);
  expect(await rules()).toEqual([0, 'Fewest owners: 1\nRequired owners: none\n', '']);
  const set = 'Fewest owners: 1\nRequired owners: grace, radia\n';
  expect(await rules('--required', 'grace,radia')).toEqual([0, set, '']);
  const [, json] = await rules('--owners-min', '99', '--json');
  expect(JSON.parse(json)).toMatchObject({ ownersMin: 99, requiredOwners: [{ login: 'grace' }, { login: 'radia' }] });
  expect(await rules('--required', 'nobody-at-all')).toEqual([
    expect.any(Number),
    '',
    expect.stringContaining('Only current owners can be required.'),
  ]);
  expect(await rules('--owners-min', '0')).toEqual([2, '', expect.stringContaining('--owners-min')]);

  const file = join(env.HOME, 'people.yaml');
  await writeFile(file, 'version: 1\npeople: {mode: exact, owners: [ada]}\n');
  const [code, text] = await orgdesk(['file', 'plan', 'acme', file], env);
  expect(code).toBe(2);
  expect(text).toMatch(/^! 1 owner would be left, which is too few: ada \(--lift too-few-owners=1\)$/m);
  expect(text).toMatch(/^! 2 required owners would lose that role: .* \(--lift required-owner-lost=2\)$/m);
  expect(await rules('--owners-min', '1', '--required', 'none')).toEqual([
    0,
    'Fewest owners: 1\nRequired owners: none\n',
    '',
  ]);
  expect(await orgdesk(['file', 'rules'], env)).toEqual([2, '', expect.stringMatching(ONE_SENTENCE)]);
});
