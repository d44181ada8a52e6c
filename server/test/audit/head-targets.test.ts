import { execFileSync } from 'node:child_process';
import { appendFile, readFile, rename, stat, symlink } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { bytesFromBase64, type Checkpoint, isExtended, parseCheckpoint } from '@orgdesk/contract/checkpoint';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFileTarget, createUrlTarget } from '../../src/audit/head-targets.ts';
import { ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { emptyFolder } from '../support/empty-folder.ts';
import { freePort } from '../support/service/ports.ts';
import { addEntries, forgetHeads, rewriteTrail, sign } from './heads.ts';
import { eventOf, NOON } from './store/trails.ts';

const SECRET = 'a-token-of-the-receiver';

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A receiver of heads, with the bodies it received. Null never answers. */
async function startReceiver(
  answer: (body: string, request: IncomingMessage) => Promise<Answer | null> | Answer | null,
) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then(async (body) => {
      bodies.push(body);
      const answered = await answer(body, request);
      if (answered !== null) response.writeHead(answered.status, answered.headers).end(answered.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/add-checkpoint?token=${SECRET}`), bodies };
}

const COSIGNATURE = `\u2014 witness.example/w1 ${Buffer.alloc(76, 5).toString('base64')}\n`;

/** Answers as c2sp.org/tlog-witness says, without looking at who signed. */
function witness(seen = new Map<string, Checkpoint>()) {
  return async (body: string): Promise<Answer> => {
    const end = body.indexOf('\n\n');
    const [old = '', ...proof] = body.slice(0, end).split('\n');
    const checkpoint = parseCheckpoint(body.slice(end + 2));
    if (checkpoint === null) return { status: 400 };
    const before = seen.get(checkpoint.origin);
    const size = before?.size ?? 0;
    if (old !== `old ${size}`)
      return { status: 409, body: `${size}\n`, headers: { 'content-type': 'text/x.tlog.size' } };
    const hashes = proof.map((hash) => bytesFromBase64(hash) ?? new Uint8Array());
    if (before !== undefined && !(await isExtended(before, checkpoint, hashes)))
      return { status: before.size === checkpoint.size ? 409 : 422 };
    seen.set(checkpoint.origin, checkpoint);
    return { status: 200, body: COSIGNATURE };
  };
}

describe.each(ENGINES_OF_RULES)('heads of audit logs that are sent elsewhere on $name', ({ open }) => {
  test('are taken and signed by a witness, which refuses what does not extend them', async () => {
    const { storage, rawQuery } = await open();
    const seen = new Map<string, Checkpoint>();
    const { url, bodies } = await startReceiver(witness(seen));
    const targets = [createUrlTarget(url)];
    for (const count of [3, 1, 20]) {
      await addEntries(storage, count);
      expect(await sign(storage, { targets })).toMatchObject({
        isSent: true,
        lines: [expect.stringContaining('signed')],
      });
    }
    expect(bodies).toHaveLength(3);
    expect((await storage.auditHeads.latest(10))?.note).toContain(COSIGNATURE);
    expect(await sign(storage, { targets })).toEqual({ signed: 0, isSent: true, lines: [] });
    expect(bodies).toHaveLength(3);

    // A service that forgot what it sent learns it from the witness.
    await rawQuery('delete from audit_heads_sent');
    await addEntries(storage, 1);
    await sign(storage, { targets });
    expect([bodies.length, seen.get('orgdesk.example.com/organizations/10')?.size]).toEqual([5, 25]);

    await rewriteTrail(rawQuery, 10, 2);
    await forgetHeads(rawQuery, 10);
    await addEntries(storage, 1);
    const forged = await sign(storage, { targets });
    expect(forged).toMatchObject({ signed: 1, isSent: true });
    expect(forged.lines.join()).toContain('refused by its target');
  });

  test('wait while their target is away, slow, redirects or fails, and say why without its address', async () => {
    const { storage } = await open();
    await addEntries(storage, 2);
    await storage.auditTrail.record([eventOf({ organization: { id: 20, login: 'twenty' } })], NOON);
    const elsewhere = await startReceiver(() => ({ status: 200 }));
    const redirecting = await startReceiver(() => ({ status: 307, headers: { location: elsewhere.url.href } }));
    const failing = await startReceiver(() => ({ status: 503 }));
    const silent = await startReceiver(() => null);
    const away = new URL(`http://127.0.0.1:${await freePort()}/?token=${SECRET}`);
    for (const [url, reason] of [
      [redirecting.url, 'it answered 307'],
      [failing.url, 'it answered 503'],
      [silent.url, 'it did not answer in time'],
      [away, 'ECONNREFUSED'],
    ] as const) {
      const { isSent, lines } = await sign(storage, { targets: [createUrlTarget(url, 500)] });
      const said = lines.filter((line) => line.includes('sent again later'));
      expect([isSent, said.length]).toEqual([false, 1]);
      expect(said[0]).toContain(JSON.stringify(reason));
      expect(lines.join()).not.toContain(SECRET);
    }
    expect([elsewhere.bodies.length, redirecting.bodies.length, silent.bodies.length]).toEqual([0, 2, 2]);

    // Others than the refused one are sent, and a long answer is not read.
    const choosy = await startReceiver((body) =>
      body.includes('/organizations/10\n') ? { status: 404 } : { status: 200, body: 'x'.repeat(5_000_000) },
    );
    const targets = [createUrlTarget(choosy.url)];
    expect(await sign(storage, { targets })).toMatchObject({ isSent: true, lines: [expect.stringContaining('404')] });
    expect(choosy.bodies).toHaveLength(2);
    await sign(storage, { targets });
    expect(choosy.bodies).toHaveLength(3);
  });

  test('of others are sent though one of them never arrives, and a silent target does not delay a stop', async () => {
    const { storage } = await open();
    const events = [1, 2, 3].map((id) => eventOf({ organization: { id, login: `org-${id}` } }));
    await storage.auditTrail.record(events, NOON);
    const stop = new AbortController();
    const silent: (() => void)[] = [];
    const { url, bodies } = await startReceiver((body) => {
      for (const begin of silent) begin();
      return silent.length > 0 ? null : { status: body.includes('/organizations/1\n') ? 500 : 200 };
    });
    const targets = [createUrlTarget(url, 120_000)];
    expect(await sign(storage, { targets })).toMatchObject({ signed: 3, isSent: false });
    expect(bodies).toHaveLength(3);
    expect((await storage.auditHeads.unsent('url', 0)).map(({ organizationId }) => organizationId)).toEqual([1]);
    silent.push(() => stop.abort());
    await sign(storage, { targets, stop: stop.signal });
    expect(bodies).toHaveLength(4);
  });

  test('are appended to a file of the owner, and wait while it cannot be written', async () => {
    const { storage } = await open();
    const folder = await emptyFolder();
    const path = join(folder, 'heads.txt');
    await addEntries(storage, 2);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const [wrong, reason] of [
      [folder, 'EISDIR'],
      [join(folder, 'none', 'heads.txt'), 'ENOENT'],
      [pipe, 'ENXIO'],
    ] as const) {
      const { isSent, lines } = await sign(storage, { targets: [createFileTarget(wrong)] });
      expect([isSent, lines.join()]).toEqual([false, expect.stringContaining(reason)]);
    }
    const targets = [createFileTarget(path)];
    expect(await sign(storage, { targets })).toMatchObject({ isSent: true, signed: 0 });
    await addEntries(storage, 1);
    await sign(storage, { targets });
    const notes = (await readFile(path, 'utf8')).split(/\n\n(?=orgdesk)/);
    expect(notes.map((note) => parseCheckpoint(`${note.trim()}\n`)?.size)).toEqual([2, 3]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('are compared with a file that keeps them, so that an audit log that was emptied is noticed', async () => {
    const { storage, rawQuery } = await open();
    const path = join(emptyFolder(), 'heads.txt');
    const targets = [createFileTarget(path)];
    await addEntries(storage, 3);
    await storage.auditTrail.record([eventOf({ organization: { id: 20, login: 'twenty' } })], NOON);
    await sign(storage, { targets });
    await addEntries(storage, 2);
    expect(await sign(storage, { targets })).toMatchObject({ signed: 1, lines: [expect.stringContaining('signed')] });
    expect(await sign(storage, { targets })).toEqual({ signed: 0, isSent: true, lines: [] });
    await appendFile(path, `${'x'.repeat(1_000_000)}\norgdesk.example.com/organizations/10\n99\nno root\n\n\u2014 cut`);

    for (const table of TRAIL_TABLES) await rawQuery(`delete from ${table}`);
    const noticed = await sign(storage, { targets });
    expect(noticed.lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ organizationId: 10, size: 5, fault: 'shorter', message: DOES_NOT_EXTEND }),
      expect.objectContaining({ organizationId: 20, size: 1, fault: 'shorter', message: DOES_NOT_EXTEND }),
    ]);

    // A new one is not signed, however long it gets, also by a process that has not read the file yet.
    await addEntries(storage, 9, new Date(NOON.getTime() + 1_000));
    const restarted = { targets: [createFileTarget(path)] };
    const signed = await sign(storage, restarted);
    expect([signed.signed, signed.lines.join()]).toEqual([0, expect.stringContaining('"fault":"changed"')]);
    // Another instance, with a file of its own, has signed it.
    expect(await sign(storage)).toMatchObject({ signed: 1 });
    expect((await sign(storage, restarted)).lines.join()).toContain('"fault":"changed"');
    expect(await readFile(path, 'utf8')).not.toContain('\n9\n');

    // Who moves the file away begins anew.
    await rename(path, `${path}.before`);
    expect((await sign(storage, { targets })).lines).toEqual([]);
    expect(await readFile(path, 'utf8')).toContain('\n9\n');
  });

  test('are not compared with a file that cannot be read, which the log says', async () => {
    const { storage } = await open();
    const path = join(emptyFolder(), 'heads.txt');
    await symlink(path, path);
    await addEntries(storage, 1);
    const { lines } = await sign(storage, { targets: [createFileTarget(path)] });
    expect(lines.join()).toContain('were not compared with them');
  });
});

const TRAIL_TABLES = [
  'audit_rows',
  'audit_open_intents',
  'audit_heads',
  'audit_tree',
  'audit_head_keys',
  'audit_heads_sent',
];
const DOES_NOT_EXTEND = expect.stringContaining('does not extend the head that was kept');
