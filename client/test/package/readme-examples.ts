import { readFileSync } from 'node:fs';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** Every example of the README as a file of its own: the first is how each of the others begins. */
export function readmeExamples(baseUrl: string, sessionToken: string): ReadonlyMap<string, string> {
  const examples = [...README.matchAll(/```ts\n(.*?)```/gs)].map(([, text = '']) =>
    text.replaceAll('https://orgdesk.example.com', baseUrl).replaceAll('SESSION_ID', sessionToken),
  );
  const [first = ''] = examples;
  const start = first.slice(0, first.indexOf('\nconst { data'));
  return new Map(
    examples.map((text, index) => [`example-${index + 1}`, text === first ? text : `${start}\n${text}`] as const),
  );
}
