import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '@orgdesk/simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isInstalled, verifyUnit } from '../../../packaging/try/files.ts';
import { buildConsoleIfStale } from '../../src/operate/build-console.ts';
import { run } from '../program/configured.ts';
import { fetchOnce } from '../support/browser.ts';
import { emptyFolder } from '../support/empty-folder.ts';
import { codeHostSettings } from '../support/service/code-host-settings.ts';
import { freePort } from '../support/service/ports.ts';
import { untilReady } from '../support/service/program.ts';
import { installWrapper, ROOT, secretFolder } from './installed.ts';

/** A user of every system that is not root, and its group. */
const NOBODY = 65_534;

describe.skipIf(process.platform === 'win32')('the wrapper of the unit of systemd', () => {
  function installed() {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const names = ['client-secret', 'webhook-secret', 'session-secret', 'token-secret'];
    const folder = secretFolder({
      ...Object.fromEntries(names.map((name) => [name, randomBytes(32).toString('hex')])),
      'app-private-key': privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    });
    const wrapper = installWrapper(folder);
    const run = (...args: readonly string[]) => {
      const { PATH = '' } = process.env;
      const options = { cwd: folder, env: { PATH }, encoding: 'utf8' } as const;
      return spawnSync('sh', [wrapper, ...args], options);
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

describe.skipIf(process.platform === 'win32')('the unit of systemd', () => {
  test.skipIf(!isInstalled('systemd-analyze'))('has no line that systemd warns of', () => {
    const folder = emptyFolder(tmpdir());
    expect(verifyUnit({ root: ROOT, folder }).problems).toEqual([]);
  });

  // Only root can give files to the group of another user.
  test.skipIf(process.getuid?.() !== 0)(
    'starts without a warning, with files as its first lines make them',
    async () => {
      await buildConsoleIfStale({ debug() {}, info() {}, warn() {}, error() {} });
      const [port, metricsPort] = [await freePort(), await freePort()];
      const baseUrl = `http://localhost:${port}`;
      const simulator = await startSimulator({ app: { webhookUrl: `${baseUrl}/api/install/webhook` } });
      onTestFinished(() => simulator.close());
      const { CODE_HOST_APP_PRIVATE_KEY, CODE_HOST_CLIENT_SECRET, CODE_HOST_WEBHOOK_SECRET, ...named } =
        codeHostSettings(simulator);
      const folder = secretFolder({
        'app-private-key': CODE_HOST_APP_PRIVATE_KEY,
        'client-secret': CODE_HOST_CLIENT_SECRET,
        'webhook-secret': CODE_HOST_WEBHOOK_SECRET,
        'session-secret': randomBytes(32).toString('hex'),
        'token-secret': randomBytes(32).toString('hex'),
      });
      const settings = { ...named, BASE_URL: baseUrl, PORT: String(port), METRICS_PORT: String(metricsPort) };
      const wrapper = installWrapper(folder, settings, NOBODY);
      chownSync(folder, NOBODY, NOBODY);
      chmodSync(join(folder, 'secrets'), 0o750);
      for (const name of [
        'orgdesk.env',
        'secrets',
        ...readdirSync(join(folder, 'secrets')).map((each) => `secrets/${each}`),
      ])
        chownSync(join(folder, name), 0, NOBODY);
      for (const name of readdirSync(join(folder, 'secrets'))) chmodSync(join(folder, 'secrets', name), 0o640);

      const program = run({
        command: ['sh', wrapper],
        parameters: ['serve'],
        folder,
        env: { NODE_COMPILE_CACHE: folder },
      });
      await untilReady(program, baseUrl);

      const headers = { accept: 'application/json' };
      const report = await fetchOnce(`http://127.0.0.1:${metricsPort}/readyz?verbose`, { headers });
      const { lines } = report.json as {
        readonly lines: readonly { readonly check: string; readonly standing: string }[];
      };
      const troubles = lines.filter(({ standing }) => standing !== 'ok').map(({ check }) => check);
      // The seeded world of the simulator has an installation that is suspended.
      expect(troubles).toEqual(['suspended']);
      const logged = program
        .out()
        .split('\n')
        .filter((line) => /"level":"(warn|error|fatal)"/.test(line));
      expect(logged.filter((line) => !line.includes('"check":"suspended"'))).toEqual([]);
      expect(program.err()).toBe('');
    },
  );
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
