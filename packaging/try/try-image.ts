import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Simulator, startSimulator } from '@orgdesk/simulator';
import type { BuiltImage } from './build.ts';
import { type Contained, type Mount, runContained, startContained } from './container.ts';

const READY_LIMIT_MS = 60_000;
const SECRETS = {
  CODE_HOST_APP_PRIVATE_KEY: ({ app }: Simulator) => app.privateKeyPem ?? '',
  CODE_HOST_CLIENT_SECRET: ({ app }: Simulator) => app.clientSecret,
  CODE_HOST_WEBHOOK_SECRET: () => randomBytes(32).toString('hex'),
  SESSION_SECRET: () => randomBytes(32).toString('hex'),
  TOKEN_SECRET: () => randomBytes(32).toString('hex'),
};

/** Runs an image as an engine does: as its user, nothing writable but its volumes and `/tmp`. Answers whether all was as it should. */
export async function tryImage(image: BuiltImage, folder: string, say: (line: string) => void): Promise<boolean> {
  const [port, simulator] = [await freePort(), await startSimulator()];
  let isGood = true;
  const check = (what: string, holds: boolean, more = ''): void => {
    isGood &&= holds;
    say(`${holds ? 'ok     ' : 'NOT OK '}${what}${holds || more === '' ? '' : `: ${more}`}`);
  };
  const { entrypoint, command, healthCheck, stopSignal } = image;
  const env = { ...image.env, PORT: String(port), SHUTDOWN_DELAY: '1', BASE_URL: `http://localhost:${port}` };
  const mounts = [...volumesOf(image, folder), secretsOf(image, simulator, folder)];
  const contained = (
    argv: readonly string[],
    more: Readonly<Record<string, string>> = settingsOf(simulator),
  ): Contained => ({
    ...{ root: image.root, user: image.user, folder: image.folder, mounts, argv },
    env: { ...env, ...more },
  });
  const node = entrypoint[0] ?? '';
  const evaluate = (script: string) => runContained(contained([node, '--print', script]));
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;

  try {
    check(
      'runs as a user that is not root',
      (await evaluate("[process.getuid(), process.getgid()].join(':')")).text.trim() === image.user,
    );
    check(
      'has no rights left over',
      /^CapEff:\s*0+$/m.test((await evaluate("fs.readFileSync('/proc/self/status', 'utf8')")).text),
    );
    const written = await evaluate("fs.writeFileSync('/app/server/x', '')");
    check('cannot change its own files', /EROFS|EACCES/.test(written.text), written.text);
    const helped = await runContained(contained([...entrypoint, '--help']));
    check('tells about itself', helped.code === 0 && helped.text.includes('Usage'), helped.text);
    const unset = await runContained(contained([...entrypoint, ...command], {}));
    check('refuses to start without settings', unset.code === 1 && unset.text.includes('CODE_HOST_APP_ID'), unset.text);
    check('is unhealthy while nothing runs', (await runContained(contained(healthCheck))).code === 1);

    for (const start of ['first', 'second'] as const) {
      const beganAt = performance.now();
      child = startContained(contained([...entrypoint, ...command]));
      const log = textOf(child);
      const readyAfter = await readyAt(url, child);
      check(`is ready (${start} start)`, readyAfter !== null, log());
      say(`        after ${Math.round((readyAfter ?? performance.now()) - beganAt)} ms`);
      if (start === 'first') await checkAnswers(url, check);
      check('is healthy', (await runContained(contained(healthCheck))).code === 0);
      check(
        'never built the console',
        !log().includes('building the console') && !log().includes('console was not found'),
      );
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill(stopSignal as NodeJS.Signals);
      check(`ends with 0 on ${stopSignal}`, (await ended) === 0, log());
      child = null;
    }
    check(
      'keeps its database in the volume',
      (await evaluate("fs.existsSync('data/orgdesk.db')")).text.trim() === 'true',
    );
  } finally {
    child?.kill('SIGKILL');
    await simulator.close();
  }
  return isGood;
}

async function checkAnswers(url: string, check: (what: string, holds: boolean, more?: string) => void): Promise<void> {
  for (const path of ['/healthz', '/readyz', '/api/about']) {
    const { status } = await fetch(`${url}${path}`);
    check(`answers ${path}`, status === 200, String(status));
  }
  const page = await (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '/none';
  const asset = await fetch(`${url}${script}`, { headers: { 'accept-encoding': 'br' } });
  check(
    'serves the page of the console and its script',
    asset.status === 200 && page.includes('<title>'),
    page.slice(0, 200),
  );
  const begun = await fetch(`${url}/api/auth/start`, { redirect: 'manual' });
  check('sends people to the code host', begun.status === 302, String(begun.status));
}

/** A folder of this machine for each volume, owned as the image's own is. */
const volumesOf = ({ volumes, user }: BuiltImage, folder: string): readonly Mount[] =>
  volumes.map((target, number) => {
    const source = join(folder, `volume-${number}`);
    rmSync(source, { recursive: true, force: true });
    mkdirSync(source);
    chownSync(source, ...idsOf(user));
    return { source, target, writable: true };
  });

/** A file for each secret, that only the user of the image can read. */
function secretsOf({ user }: BuiltImage, simulator: Simulator, folder: string): Mount {
  const source = join(folder, 'secrets');
  mkdirSync(source, { recursive: true });
  for (const [name, textOfSecret] of Object.entries(SECRETS)) {
    const path = join(source, name);
    writeFileSync(path, `${textOfSecret(simulator)}\n`);
    chownSync(path, ...idsOf(user));
    chmodSync(path, 0o400);
  }
  return { source, target: '/run/secrets' };
}

const idsOf = (user: string): [number, number] => {
  const [uid = 0, gid = uid] = user.split(':').map(Number);
  return [uid, gid];
};

const settingsOf = ({ app, url, apiUrl }: Simulator): Readonly<Record<string, string>> => ({
  CODE_HOST_URL: url,
  CODE_HOST_API_URL: apiUrl,
  CODE_HOST_APP_ID: String(app.id),
  CODE_HOST_APP_SLUG: app.slug,
  CODE_HOST_CLIENT_ID: app.clientId,
  ...Object.fromEntries(Object.keys(SECRETS).map((name) => [`${name}_FILE`, `/run/secrets/${name}`])),
});

function textOf(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  }
  return () => text;
}

/** When it said that it is ready; null when it ended, or took too long. */
async function readyAt(url: string, child: ChildProcess): Promise<number | null> {
  const giveUpAt = performance.now() + READY_LIMIT_MS;
  while (child.exitCode === null && performance.now() < giveUpAt) {
    const status = await fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return performance.now();
    await delay(20);
  }
  return null;
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
