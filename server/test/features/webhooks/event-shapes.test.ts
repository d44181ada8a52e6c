import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { auditEntryOf, ENTRIES } from '../../../src/features/webhooks/audit-entries.ts';
import { hasShapeOf } from '../../../src/features/webhooks/event.ts';

// The published schema allows it, though no published payload has it.
test('an installation whose account is null is still one', () => {
  expect(hasShapeOf('installation', { action: 'deleted', installation: { id: 101, account: null } })).toBe(true);
  expect(hasShapeOf('installation', { action: 'deleted', installation: { id: 101 } })).toBe(false);
});

interface PublishedBody {
  /** Such as `project-card-created`. */
  readonly name: string;
  readonly required: readonly string[];
  readonly actions: readonly string[];
}

/** Bodies of the published description, from its TypeScript declarations. */
function publishedBodies(): readonly PublishedBody[] {
  const text = readFileSync(
    createRequire(import.meta.url).resolve('@octokit/openapi-webhooks-types/types.d.ts'),
    'utf8',
  );
  return [...text.matchAll(/^ {4}"webhook-([\w-]+)": \{\n(.*?)^ {4}\};?$/gms)].map(([, name = '', members = '']) => ({
    name,
    required: [...members.matchAll(/^ {6}(\w+):/gm)].map(([, member = '']) => member),
    actions: [...(/^ {6}action: ([^;]*);/m.exec(members)?.[1] ?? '').matchAll(/"(\w+)"/g)].map(([, one = '']) => one),
  }));
}

const bodies = publishedBodies();
const recorded = [...ENTRIES.keys()].map((key) => key.split('.'));
/** Both report the same renaming, and either is enough for its entry. */
const SAME = new Map([
  ['organization-renamed', 'installation_target'],
  ['installation-target-renamed', 'organization'],
]);

const DELIVERY = { deliveryId: null, appId: 1, appSlug: 'x' };
/** Has whatever an entry needs of an account, a team or a repository. */
const SUBJECT = { id: 1, login: 'x', name: 'x', full_name: 'x/x', user: { id: 1, login: 'x' }, type: 'Organization' };

function capturedBody(members: readonly string[], name: string, action: string): object {
  const account =
    name.startsWith('installation-') && !name.startsWith('installation-target') ? { account: SUBJECT } : {};
  return {
    ...Object.fromEntries(members.map((member) => [member, member === 'starred_at' ? null : SUBJECT])),
    action,
    organization: SUBJECT,
    installation: { id: 1, ...account },
  };
}

test('a published body makes no entry of another event, which lacks its optional members', () => {
  expect(bodies.length).toBeGreaterThan(200);
  const taken = recorded.flatMap(([event = '', action = '']) =>
    bodies
      .filter(({ name, actions }) => actions.includes(action) && SAME.get(name) !== event)
      .filter(({ name }) => !name.startsWith(`${event.replaceAll('_', '-')}-${action.replaceAll('_', '-')}`))
      .filter(({ required, name }) => auditEntryOf(capturedBody(required, name, action), { ...DELIVERY, name: event }))
      .map(({ name }) => `${name} as ${event}`),
  );
  expect(taken).toEqual([]);
});
