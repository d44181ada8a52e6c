import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesAs } from '../../server/test/features/organization-files/files-as.ts';
import { fileOf } from '../../server/test/features/organization-files/organization-with-files.ts';
import { sharedService } from '../../server/test/support/service/shared-service.ts';
import { freshHome, ONE_SENTENCE, orgdesk } from './support/orgdesk.ts';

const service = sharedService();

test('rules about owners are shown and changed, and a plan that breaks them names the lift', async () => {
  const { id } = await service().signIn('ada');
  const { world } = service().simulator;
  for (const login of ['grace', 'radia']) world.addMembership({ organization: 'acme', login, role: 'admin' });
  const env = { HOME: await freshHome(), ORGDESK_URL: service().url, ORGDESK_SESSION: id };
  const rules = (...args: readonly string[]) => orgdesk(['file', 'rules', 'acme', ...args], env);
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
  for (const none of [',', ' , '])
    expect(await rules('--required', none)).toEqual([2, '', expect.stringContaining('--required takes usernames')]);

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

test('a plan without steps whose files loosen rules exits as one with changes, and shows its danger and hash', async () => {
  const { id, bearer } = await service().signIn('ada');
  const files = filesAs(service(), bearer, 'acme');
  const kept = fileOf('people: {ownersMin: 2}');
  expect((await files.askApply(await files.plan(kept), [], kept)).status).toBe(202);
  const env = { HOME: await freshHome(), ORGDESK_URL: service().url, ORGDESK_SESSION: id };
  expect(await orgdesk(['file', 'drift', 'acme'], env)).toEqual([0, 'Nothing to change.\n', '']);
  const file = join(env.HOME, 'people.yaml');
  await writeFile(file, 'version: 1\npeople: {ownersMin: 1}\n');
  const danger = '1 rule about owners would be loosened: at least 2 owners \\(--lift owner-rules-loosened=1\\)';
  const shown = expect.stringMatching(new RegExp(`^No steps\\.\\nPlan [0-9a-f]{64}\\n! ${danger}\\n$`));
  expect(await orgdesk(['file', 'plan', 'acme', file], env)).toEqual([2, shown, '']);
});
