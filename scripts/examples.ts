import { writeFile } from 'node:fs/promises';
import { documentExamples } from './examples/document-examples.ts';
import { scriptArguments } from './script-arguments.ts';

/* Takes the examples of the OpenAPI document from answers of a service with invented people: `npm run examples`. */

scriptArguments({ name: 'examples', about: 'Writes the examples of the OpenAPI document from real answers.' });

const file = new URL('../server/src/http/contract/examples.json', import.meta.url);
await writeFile(file, `${JSON.stringify(await documentExamples(), null, 2)}\n`);
