import type { AuditHeadAnswer } from '@orgdesk/contract';
import { bytesFromBase64, isExtended, isSignedBy, parseCheckpoint } from '@orgdesk/contract/checkpoint';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { startService } from '../../support/service/start-service.ts';
import { rewriteTrail, sign } from '../heads.ts';
import { eventOf, NOON } from '../store/trails.ts';

const bytes = (base64: string) => bytesFromBase64(base64) ?? new Uint8Array();

describe.each(ENGINES_OF_RULES)('the signed head of an audit log on $name', ({ name, open }) => {
  test('is for owners, with the proof from an older one and the keys, and nothing secret', async () => {
    const service = await startService({ engine: name });
    onTestFinished(() => service.close());
    const { storage, simulator } = service;
    const organization = { id: simulator.world.organization('acme')?.id ?? 0, login: 'acme' };
    const grow = (count: number) =>
      storage.auditTrail.record(
        Array.from({ length: count }, () => eventOf({ organization })),
        NOON,
      );
    const address = `${service.url}/api/organizations/acme/audit-trail/head`;
    const { bearer } = await service.signIn('ada');
    const read = async (query = '', headers: Readonly<Record<string, string>> = bearer) => {
      const response = await fetch(address + query, { headers });
      return { status: response.status, text: await response.text() };
    };
    const head = async (query = '') => JSON.parse((await read(query)).text) as AuditHeadAnswer;

    expect(await head('?since=1')).toEqual({ checkpoint: null, signedAt: null, isKept: true, proof: null, keys: [] });
    await grow(3);
    await sign(storage);
    const first = await head();
    expect(first).toMatchObject({ signedAt: NOON.toISOString(), isKept: true, proof: null });
    await grow(10);
    await sign(storage);
    const second = await head('?since=3');
    const [older, newer] = [first, second].map(({ checkpoint }) => parseCheckpoint(checkpoint ?? ''));
    if (older == null || newer == null) throw new Error('both are checkpoints');
    expect([older.size, newer.size]).toEqual([3, 13]);
    expect(await isSignedBy(newer, bytes(second.keys[0]?.publicKey ?? ''))).toBe(true);
    expect(await isExtended(older, newer, second.proof?.map(bytes) ?? [])).toBe(true);
    expect((await head('?since=4')).proof).toBeNull();
    expect((await head('?since=999999999999999')).proof).toBeNull();

    const [key] = await storage.auditHeads.keys();
    expect(key?.seed).toMatch(/^[A-Za-z\d+/]{43}=$/);
    expect((await read()).text).not.toContain(key?.seed);
    expect(service.logLines.join()).not.toContain(key?.seed);
    const statuses = [
      await read('', {}),
      await read('', (await service.signIn('grace')).bearer),
      await read('', (await service.signIn('margaret')).bearer),
    ];
    for (const { status, text } of statuses) {
      expect([401, 403, 404]).toContain(status);
      expect(text).not.toContain('checkpoint');
    }

    const { rawQuery } = await open({ url: service.databaseUrl, migrate: false });
    await rewriteTrail(rawQuery, organization.id, 2);
    expect(await head('?since=3')).toMatchObject({ isKept: false });
  });
});
