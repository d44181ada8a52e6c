import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generatedFiles } from '../../scripts/generate/generated-files.ts';

test('what is generated is up to date: otherwise run `npm run generate`', async () => {
  for (const [path, text] of await generatedFiles()) {
    expect(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8'), path).toBe(text);
  }
});
