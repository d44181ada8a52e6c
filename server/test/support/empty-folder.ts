import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { QUICK_FOLDER } from './databases/quick-folder.ts';

/** A folder of the test's own, removed with all that is in it when the test ends. */
export function emptyFolder(parent = QUICK_FOLDER): string {
  const folder = mkdtempSync(join(parent, 'orgdesk-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
