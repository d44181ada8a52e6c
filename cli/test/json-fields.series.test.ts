import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedService } from '../../server/test/support/service/shared-service.ts';
import { CALLS } from '../src/commands/table.ts';
import { freshHome, orgdesk, startOrgdesk } from './support/orgdesk.ts';

const service = sharedService();

/** Fields that scripts may use. More may come; none of these may go, or change its type. */
const JOB = [
  'id: string',
  'kind: string',
  'title: string',
  'state: string',
  'reason: string|null',
  'counts: object',
  'progress: object',
  'startedBy: string',
  'createdAt: string',
  'endedAt: string|null',
];
const ROW = ['row: number', 'login: string|null', 'email: string|null', 'outcome: string', 'message: string|null'];
const PERSON = ['id: number', 'login: string', 'name: string|null', 'role: string'];
const ENTRY = [
  'number: number',
  'at: string',
  'action: string',
  'actor: object|null',
  'target: object|null',
  'outcome: string',
];

/** What follows the name of each command, and the fields of the object or of each object of the list. */
const PROMISED: Readonly<Record<string, readonly [args: string, fields: readonly string[]]>> = {
  whoami: ['', ['login: string', 'name: string|null', 'service: string', 'expiresAt: string', 'organizations: number']],
  orgs: [
    '',
    [
      'login: string',
      'name: string|null',
      'viewerCanAdminister: boolean',
      'hasAppInstalled: boolean',
      'suspendedAt: string|null',
      'repositoryCount: number|null',
    ],
  ],
  'people list': ['acme', PERSON],
  'people show': [
    'acme grace',
    ['person: object', 'secondFactor: string|null', 'teams: object|null', 'withheld: object'],
  ],
  'people preview': [
    'acme --remove grace',
    ['login: string', 'role: string|null', 'verdict: string', 'teams: object|null', 'notes: object'],
  ],
  'jobs list': ['acme', JOB],
  'jobs pause': ['acme JOB', JOB],
  'jobs resume': ['acme JOB', JOB],
  'jobs take-over': ['acme JOB', JOB],
  'jobs cancel': ['acme JOB', JOB],
  'jobs watch': ['acme JOB', ROW],
  access: ['acme --repository api', ['login: string', 'name: string|null', 'permission: string', 'sources: object']],
  'file check': [
    'FILE',
    ['file: string', 'line: number', 'column: number', 'message: string', 'source: string', 'nearest: string|null'],
  ],
  'file plan': [
    'acme GOOD',
    ['version: number', 'organization: object', 'dangers: object', 'steps: object', 'hash: string'],
  ],
  'file import': ['acme FOLDER', ['written: object', 'removed: object', 'problems: object']],
  'file rules': ['acme', ['ownersMin: number', 'requiredOwners: object', 'version: number']],
  'audit tail': ['acme -n 1', ENTRY],
  'audit export': ['acme', ENTRY],
  logout: ['', ['service: string']],
};

const LIKE: Readonly<Record<string, string>> = {
  login: 'whoami',
  invite: 'jobs watch',
  'people change': 'jobs watch',
  'file apply': 'jobs watch',
  'file drift': 'file plan, in plan',
};

test('every command has promised fields', () => {
  expect(new Set([...Object.keys(PROMISED), ...Object.keys(LIKE)])).toEqual(new Set(Object.keys(CALLS)));
});

const typeOf = (value: unknown): string => (value === null ? 'null' : typeof value);

test('the JSON of each command has the fields that are promised', async () => {
  const { id } = await service().signIn('ada');
  const HOME = await freshHome();
  const env = { HOME, ORGDESK_URL: service().url, ORGDESK_SESSION: id };
  const [wrong, good, folder] = [join(HOME, 'wrong.yaml'), join(HOME, 'good.yaml'), join(HOME, 'organization')];
  await writeFile(wrong, 'version: 1\nx: 1\n');
  await writeFile(good, 'version: 1\n');
  await writeFile(join(HOME, 'people.csv'), 'new-one\n');
  service().simulator.world.addUser({ login: 'new-one' });
  const program = startOrgdesk(['invite', 'acme', join(HOME, 'people.csv'), '--yes'], env);
  await expect.poll(() => program.err(), { timeout: 60_000 }).toContain('of 1: ');
  await program.stop('SIGINT');
  const [job] = JSON.parse((await orgdesk(['jobs', 'list', 'acme', '--json'], env))[1]);

  for (const [name, [args, fields]] of Object.entries(PROMISED)) {
    const rest = args.split(' ').filter(Boolean);
    const names: Readonly<Record<string, string>> = { JOB: job.id, FILE: wrong, GOOD: good, FOLDER: folder };
    const [, out, err] = await orgdesk([...name.split(' '), ...rest.map((word) => names[word] ?? word), '--json'], env);
    const [line = ''] = out.split('\n', 1);
    const found: unknown = JSON.parse(line || 'null');
    const object = Object(Array.isArray(found) ? found[0] : found);
    expect([name, err, Object.keys(object).length > 0]).toEqual([name, expect.any(String), true]);
    for (const field of fields) {
      const [key = '', types = ''] = field.split(': ');
      expect([name, key, types.split('|')]).toEqual([name, key, expect.arrayContaining([typeOf(object[key])])]);
    }
  }
});
