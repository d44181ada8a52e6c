import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { startSimulator } from '@orgdesk/simulator';
import { buildConsoleIfStale } from '../../../../../server/src/operate/build-console.ts';
import type { Platform } from '../../../../../server/src/operate/commands/serve/code-host.ts';
import { startService } from '../../../../../server/src/operate/commands/serve/service.ts';
import { type Config, readConfig } from '../../../../../server/src/operate/config/read-config.ts';
import { createLog } from '../../../../../server/src/operate/log.ts';
import { QUICK_FOLDER } from '../../../../../server/test/support/databases/quick-folder.ts';
import { codeHostOf, registrationFor } from '../../../../../server/test/support/service/code-host-settings.ts';
import { freePort } from '../../../../../server/test/support/service/ports.ts';

/*
 * Starts and ends demos for all files of a run: POST with settings answers the URL of a new one, DELETE with that URL
 * ends it. Each has its own code host, database and port. One process, because loading the service takes a hundred times
 * as long as starting it again.
 */

const WEBHOOK_SECRET = 'a webhook secret of the tests of the console';
const TOKEN_SECRET = 'a token secret of the tests of the console';

const demos = new Map<string, AsyncDisposableStack>();
const log = createLog('warn', { write: (line) => void process.stderr.write(line) });

await buildConsoleIfStale(log);
const control = createServer((request, response) => {
  const answer = async () => {
    const body = (await json(request)) as { readonly settings: Record<string, string>; readonly url: string };
    if (request.method === 'POST') return start(body.settings);
    await demos.get(body.url)?.disposeAsync();
    demos.delete(body.url);
    return body.url;
  };
  answer().then(
    (url) => response.end(JSON.stringify({ url })),
    (error: Error) => response.writeHead(500).end(error.stack),
  );
});
control.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(control.address() as AddressInfo).port}`);
});
process.once('disconnect', () => void endAll());

async function start(settings: Readonly<Record<string, string>>): Promise<string> {
  const closing = new AsyncDisposableStack();
  try {
    const folder = await mkdtemp(join(QUICK_FOLDER, 'orgdesk-demo-'));
    closing.defer(() => rm(folder, { recursive: true, force: true }));
    const port = await freePort();
    const read = readConfig({ PORT: String(port), DATABASE_URL: `sqlite:${folder}/demo.db`, ...settings });
    if (!read.ok) throw new Error(read.refusal.join('\n'));
    const config = read.value;
    const platform = await startCodeHost(config);
    closing.defer(platform.close);
    const stopping = new AbortController();
    closing.defer(() => stopping.abort());
    await startService({
      config,
      platform,
      log,
      lostLines: () => 0,
      tracesTo: null,
      closing,
      stopping: stopping.signal,
    });
    const url = config.baseUrl.origin;
    demos.set(url, closing);
    return url;
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

/** As the program itself does without settings, but in this process. */
async function startCodeHost({ baseUrl, tokenSecrets }: Config): Promise<Platform> {
  const simulator = await startSimulator({ app: registrationFor(baseUrl.origin, WEBHOOK_SECRET) });
  const people = simulator.world
    .offeredUsers()
    .map(({ login, signInNote }) => ({ login, description: signInNote ?? '' }));
  return {
    codeHost: { ...codeHostOf(simulator), webhookSecret: WEBHOOK_SECRET },
    tokenSecrets: tokenSecrets.length === 0 ? [TOKEN_SECRET] : tokenSecrets,
    demoPeople: Promise.resolve(people),
    close: () => simulator.close(),
  };
}

async function endAll(): Promise<void> {
  await Promise.allSettled([...demos.values()].map((closing) => closing.disposeAsync()));
  process.exit();
}
