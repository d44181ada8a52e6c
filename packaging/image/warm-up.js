import { globSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Loads every file of the service, so that its first start in a container finds them compiled.
enableCompileCache();
const sources = fileURLToPath(new URL('../../server/src/', import.meta.url));
for (const name of globSync('**/*.ts', { cwd: sources })) await import(`${sources}${name}`);
flushCompileCache();
// Whatever a library has begun by being loaded.
process.exit(0);
