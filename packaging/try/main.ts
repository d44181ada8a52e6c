import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildImage } from './build.ts';
import { cannotContain } from './container.ts';
import { sizesOf } from './sizes.ts';
import { tryImage } from './try-image.ts';

/*
 * Tries the packaging where there is no container engine: carries out each step of the Dockerfile in an empty root, then runs
 * what comes out of it as an engine would: `npm run packaging`. Needs root, Linux, and the registry of npm.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const hindrance = cannotContain();
if (hindrance !== null) {
  say(`The image was NOT tried: ${hindrance}.`);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'orgdesk-image-'));
  try {
    const dockerfile = join(ROOT, 'packaging/image/Dockerfile');
    const image = await buildImage({ context: ROOT, dockerfile, folder, say });
    say('');
    for (const line of sizesOf(image.root)) say(line);
    say('');
    process.exitCode = (await tryImage(image, folder, say)) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
