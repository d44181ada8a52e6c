import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { pieceOf } from '../../support/series.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { postWebhook } from '../../support/webhooks.ts';

interface PublishedEvent {
  readonly name: string;
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

const events: readonly PublishedEvent[] = createRequire(import.meta.url)('@octokit/webhooks-examples');
const examples = events.flatMap(({ name, examples: payloads }) => payloads.map((payload) => ({ name, payload })));

describe('the platform\u2019s published example payloads', () => {
  const service = sharedService();
  const post = (event: string, payload: unknown) =>
    postWebhook(service().url, { event, body: JSON.stringify(payload) });

  test('are of all kinds', () => {
    expect(events).toHaveLength(58);
    expect(examples.filter(({ name }) => name === 'installation')).toHaveLength(7);
  });

  test('are answered 200 when signed, every one of them [V-10 V-12]', async () => {
    for (const { name, payload } of examples) {
      const answer = await post(name, payload);
      expect([name, answer.status, answer.json]).toEqual([name, 200, { ok: true }]);
    }
  });

  test('are refused with 403 when signed by somebody else [V-14]', async () => {
    for (const { name, payload } of examples.filter((_example, index) => index % 10 === 0)) {
      const answer = await postWebhook(service().url, { event: name, body: JSON.stringify(payload), secret: 'other' });
      expect([name, answer.status]).toEqual([name, 403]);
    }
  });

  test('with any one field left out are answered 200 or 400, never 5xx [V-10]', async () => {
    const handled = examples.filter(({ name }) =>
      ['installation', 'installation_repositories', 'github_app_authorization'].includes(name),
    );
    for (const { name, payload } of handled) {
      for (const path of pieceOf(pathsIn(payload), 5)) {
        const answer = await post(name, without(payload, path));
        expect([200, 400], `${name} without ${path.join('.')}`).toContain(answer.status);
      }
    }
  });
});

type Path = readonly [string, ...string[]];

/** Every field of a payload and of the objects directly in it. */
function pathsIn(payload: Readonly<Record<string, unknown>>): readonly Path[] {
  return Object.entries(payload).flatMap(([name, value]): Path[] => {
    const inner = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
    return [[name], ...inner.map((field): Path => [name, field])];
  });
}

function without(payload: Readonly<Record<string, unknown>>, [name, field]: Path): object {
  const { [name]: removed, ...rest } = payload;
  if (field === undefined || typeof removed !== 'object' || removed === null) return rest;
  const { [field as keyof typeof removed]: _dropped, ...kept } = removed;
  return { ...rest, [name]: kept };
}
