import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptArguments } from '../../scripts/script-arguments.ts';
import { buildImage } from './build.ts';
import { cannotContain } from './container.ts';
import { tryFiles } from './files.ts';
import { tryProxies } from './proxies.ts';
import { tryImage } from './try-image.ts';

/*
 * Tries the packaging where there is no container engine, `npm run packaging`: lets the programs that read its files look at
 * them, sends requests through the proxies, carries out the Dockerfile on a layer over this machine, and runs what comes out of
 * it as an engine would. Needs the registry of npm; for the image also Linux and root. What cannot be tried is said.
 */

scriptArguments({
  name: 'packaging',
  about: 'Tries the files of packaging/ where there is no container engine; the image on Linux as root.',
});

const root = fileURLToPath(new URL('../../', import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'orgdesk-packaging-'));

async function makeAndTryImage(): Promise<boolean> {
  const reason = cannotContain();
  if (reason !== null) {
    say(`NOT TRIED the image: ${reason}`);
    return true;
  }
  const dockerfile = join(root, 'packaging/image/Dockerfile');
  const image = buildImage({ context: root, dockerfile, folder });
  say(`        its size in megabytes: ${execFileSync('du', ['--summarize', '--block-size=MB', image.root])}`);
  return tryImage(image, folder, say);
}

try {
  const outcomes = [
    tryFiles({ root, folder: join(folder, 'files'), say }),
    await tryProxies({ folder: join(folder, 'proxies'), root, say }),
    await makeAndTryImage(),
  ];
  process.exitCode = outcomes.every((isGood) => isGood) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
