import { writeFile } from 'node:fs/promises';
import { generatedFiles } from './generate/generated-files.ts';
import { scriptArguments } from './script-arguments.ts';

/* Writes what is generated: `npm run generate`. A test tells when that was forgotten. */

scriptArguments({
  name: 'generate',
  about: 'Writes the generated files; a test fails if they are outdated.',
});

for (const [path, text] of await generatedFiles()) await writeFile(new URL(`../${path}`, import.meta.url), text);
