import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { packFolder } from '../client/pack.ts';
import manifest from './package.json' with { type: 'json' };

const CONFIG = join(import.meta.dirname, 'vite.config.ts');

const LEAST_NODE = 22;

/** Runs on any Node.js, so that one that is too old gets a sentence instead of a syntax error. */
const LAUNCHER = `#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) >= ${LEAST_NODE}) await import('./program.js');
else {
  process.stderr.write('orgdesk needs Node.js ${LEAST_NODE} or later, and this is ' + process.versions.node + '.\\n');
  process.exitCode = 1;
}
`;

/** The scripts have their libraries in them, so the package has no dependency. */
const PACKAGE = {
  name: manifest.name,
  version: manifest.version,
  description: manifest.description,
  type: 'module',
  engines: { node: `>=${LEAST_NODE}` },
  bin: { orgdesk: './orgdesk.js' },
};

/** Writes the command line as a package that installs without the service. Several builds may run at once. */
export async function packCli(file: string): Promise<void> {
  const parent = join(import.meta.dirname, 'dist');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, '.pack-'));
  try {
    await build({ configFile: CONFIG, logLevel: 'error', build: { outDir: folder } });
    await build({
      configFile: CONFIG,
      logLevel: 'error',
      build: {
        outDir: folder,
        emptyOutDir: false,
        license: { fileName: 'LICENSES-of-worker.md' },
        ssr: fileURLToPath(new URL('../organization-files/src/thread/worker.ts', import.meta.url)),
        rolldownOptions: { output: { entryFileNames: 'worker.js' } },
      },
    });
    await writeFile(join(folder, 'orgdesk.js'), LAUNCHER, { mode: 0o755 });
    await cp(join(import.meta.dirname, 'README.md'), join(folder, 'README.md'));
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(PACKAGE, null, 2)}\n`);
    await packFolder(folder, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
