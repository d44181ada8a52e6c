import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyFolder } from '../support/empty-folder.ts';
import { installWrapper, ROOT, secretFolder } from './installed.ts';

describe.skipIf(process.platform === 'win32')('the wrapper of the unit of systemd', () => {
  function installed() {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const names = ['client-secret', 'webhook-secret', 'session-secret', 'token-secret'];
    const folder = secretFolder({
      ...Object.fromEntries(names.map((name) => [name, randomBytes(32).toString('hex')])),
      'app-private-key': privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    });
    const wrapper = installWrapper(folder);
    const run = (...words: readonly string[]) => {
      const { PATH = '' } = process.env;
      const options = { cwd: folder, env: { PATH }, encoding: 'utf8' } as const;
      return spawnSync('sh', [wrapper, ...words], options);
    };
    return { folder, run };
  }

  test('makes no database unless it is told to, and runs wherever it is called', () => {
    const { folder, run } = installed();
    const refused = run('migrate');
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('migrate --create')]);
    expect(existsSync(join(folder, 'orgdesk.db'))).toBe(false);
    expect(run('migrate', '--create').status).toBe(0);
    expect(existsSync(join(folder, 'orgdesk.db'))).toBe(true);
    const checked = run('doctor', '--only', 'database', '--json');
    expect([checked.status, checked.stdout]).toEqual([0, expect.stringContaining('reachable and writable')]);
    expect(run('backup', join(folder, 'copy.db')).status).toBe(0);
  });

  test('reads no settings but those of the service, and says when they are missing', () => {
    const { folder, run } = installed();
    rmSync(join(folder, 'orgdesk.env'));
    const { status, stderr } = run('migrate', '--check');
    expect(status).not.toBe(0);
    expect(stderr).toContain(join(folder, 'orgdesk.env'));
  });
});

describe.skipIf(process.platform === 'win32')('packaging/pin-images.sh', () => {
  const FILES = ['image/Dockerfile', 'compose/postgres.yaml'];

  /** Runs it on a copy, with a program in the place of Docker that answers so. */
  function pinned(answer: string, times = 1) {
    const folder = emptyFolder(tmpdir());
    for (const name of ['pin-images.sh', ...FILES]) cpSync(join(ROOT, 'packaging', name), join(folder, name));
    writeFileSync(join(folder, 'docker'), `#!/bin/sh\necho '${answer}'\n`, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH ?? ''}` };
    const runs = Array.from({ length: times }, () => spawnSync('sh', [join(folder, 'pin-images.sh')], { env }).status);
    const images = FILES.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/^(?:FROM| *image:) +(\S+)/gm)].map(([, image]) => image),
    );
    return { status: runs.at(-1), images };
  }

  test('writes the digest behind each tag, once however often it runs, and leaves our own image alone', () => {
    const digest = `sha256:${'0a'.repeat(32)}`;
    for (const times of [1, 2]) {
      expect(pinned(digest, times)).toEqual({
        status: 0,
        images: [
          expect.stringMatching(new RegExp(`^node:[\\w.-]+@${digest}$`)),
          'scratch',
          expect.stringMatching(/^orgdesk:[\d.]+$/),
          expect.stringMatching(new RegExp(`^postgres:[\\w.-]+@${digest}$`)),
          expect.stringMatching(new RegExp(`^caddy:[\\w.-]+@${digest}$`)),
        ],
      });
    }
  });

  test('changes nothing when the registry gives no digest', () => {
    const { status, images } = pinned('unauthorized');
    expect(status).toBe(1);
    expect(images.filter((image) => image?.includes('@'))).toEqual([]);
  });
});
