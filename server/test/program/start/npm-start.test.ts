import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabaseUrl } from '../../support/databases/engines.ts';
import { runProgram, untilReady } from '../../support/service/program.ts';
import { configuredHost, listens } from '../configured.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

test.skipIf(process.platform === 'win32')(
  'SIGTERM to `npm start` stops the service, frees its port, and ends with code 0',
  async () => {
    const { env, baseUrl } = await configuredHost(await freshDatabaseUrl('SQLite'));
    const program = runProgram({ command: ['npm', 'start'], folder: ROOT, env, ownGroup: true });
    onTestFinished(() => {
      try {
        process.kill(-program.pid, 'SIGKILL');
      } catch {
        // All of them are gone, as they should be.
      }
    });
    await untilReady(program, baseUrl);

    const ended = program.stop('SIGTERM');
    // Its output ends with the last process that writes to it, its exit is npm's own.
    await program.exited;
    expect(await listens(baseUrl)).toBe(false);
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(program.out()).toContain('"msg":"stopped"');
  },
);
