import { writeFile } from 'node:fs/promises';
import { generatedFiles } from './generate/generated-files.ts';
import { scriptArguments } from './script-arguments.ts';

/* Writes what is generated: `npm run generate`. A test tells when that was forgotten. */

scriptArguments({
  name: 'generate',
  about: 'Writes the files that are generated; a test tells when that was forgotten.',
});

for (const [path, text] of await generatedFiles()) await writeFile(new URL(`../${path}`, import.meta.url), text);
