import { expect, test } from 'vitest';
import { withExactIntegers } from '../../../src/adapters/code-host/send/exact-integers.ts';

async function read(text: string, type = 'application/json; charset=utf-8'): Promise<string> {
  const answer = new Response(text, { status: 203, headers: { 'content-type': type, link: '<x>; rel="next"' } });
  const read = await withExactIntegers(async () => answer)('https://host.example');
  expect([read.status, read.headers.get('link')]).toEqual([203, '<x>; rel="next"']);
  return read.text();
}

test.for([
  ['{"id":3841651795600416768}', '{"id":"3841651795600416768"}'],
  ['[{"id":9007199254740993,"deep":[-9007199254740993]}]', '[{"id":"9007199254740993","deep":["-9007199254740993"]}]'],
  ['{"id":9007199254740991}', '{"id":9007199254740991}'],
  ['{"text":"\\"id\\":3841651795600416768"}', '{"text":"\\"id\\":3841651795600416768"}'],
  ['{"share":0.1234567890123456}', '{"share":0.1234567890123456}'],
  ['{"broken":3841651795600416768', '{"broken":3841651795600416768'],
  ['{"id":42,  "spaced": true}', '{"id":42,  "spaced": true}'],
  ['', ''],
] as const)('%s is read as %s', async ([text, expected]) => {
  expect(await read(text)).toBe(expected);
});

test('what is not JSON stays as it is', async () => {
  expect(await read('3841651795600416768', 'text/html')).toBe('3841651795600416768');
});
