import { callerOf } from '../../server/test/openapi/answer-case.ts';
import { CASES } from '../../server/test/openapi/answer-cases.ts';
import { APP_REDIRECT } from '../../server/test/openapi/device-cases.ts';
import { startService } from '../../server/test/support/service/start-service.ts';

const ITEMS_MAX = 2;
const TEXT_MAX_LINES = 4;
/** Larger answers are too long to read. */
const EXAMPLE_MAX_CHARACTERS = 6_000;

/** An example of the successful answer of each operation that has a body, by operation. */
export async function documentExamples(): Promise<Readonly<Record<string, unknown>>> {
  const service = await startService({ appRedirects: [APP_REDIRECT] });
  const { bearer } = await service.signIn('ada');
  const caller = callerOf(service, bearer);
  const examples = new Map<string, unknown>();
  const sizes = new Map<string, number>();
  for (const [id, , , ask] of CASES.filter(([, status]) => status <= 202)) {
    const answer = await ask(caller);
    if (answer.text === '') continue;
    const example = exampleOf(answer.headers.get('content-type') ?? '', answer.text, service.url);
    const size = JSON.stringify(example ?? '').length;
    if (example === undefined || size > EXAMPLE_MAX_CHARACTERS || size <= (sizes.get(id) ?? 0)) continue;
    examples.set(id, example);
    sizes.set(id, size);
  }
  await service.close();
  return Object.fromEntries([...examples].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Undefined for a page. */
function exampleOf(type: string, text: string, serviceUrl: string): unknown {
  const plain = withoutChance(text, serviceUrl);
  if (type.startsWith('application/json')) return shortened(withoutParts(JSON.parse(plain)));
  const lines = plain.trimEnd().split(/\r?\n/);
  if (type.startsWith('application/x-ndjson')) return shortened(JSON.parse(lines[0] ?? ''));
  return type.startsWith('text/html') ? undefined : lines.slice(0, TEXT_MAX_LINES).join('\n');
}

/** The document itself would be its longest example. */
const withoutParts = (value: object): object => ('openapi' in value ? { ...value, paths: {}, components: {} } : value);

/** Replaces what is secret or differs from run to run. */
const withoutChance = (text: string, serviceUrl: string): string =>
  text
    .replaceAll(serviceUrl, 'https://orgdesk.example.com')
    .replaceAll(encodeURIComponent(serviceUrl), encodeURIComponent('https://orgdesk.example.com'))
    .replaceAll(/http:\/\/(?:localhost|127\.0\.0\.1):\d+/g, 'https://github.com')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '5f'.repeat(32))
    .replaceAll(/\b[0-9a-f]{32}\b/g, '5f'.repeat(16))
    .replaceAll(/\b[0-9a-f]{24}\b/g, '5f'.repeat(12))
    .replaceAll(/"[0-9a-f]{16}"/g, `"${'5f'.repeat(8)}"`)
    .replaceAll(/[A-Za-z0-9+/]{43}=/g, 'JPqVdTiFLQV4jHkM0TbhLYNSH5N4iXYDmpDpJE2DQhE=')
    .replaceAll(/[A-Za-z0-9+/]{91}=/g, `TEg8UuU4${'Xw'.repeat(41)}A=`)
    .replaceAll(/\b(state|code_challenge|client_id)=[\w.-]+/g, '$1=…')
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3OTU5MDA3MzV9.…')
    .replaceAll(/"[\w-]{43}"/g, '"GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS-g"')
    .replaceAll(/"[A-Z]{4}-[A-Z]{4}"/g, '"WDJB-MJHT"')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-03-02T09:30:00.000Z')
    .replaceAll(/-\d{4}-\d\d-\d\d\./g, '-2026-03-02.');

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}
