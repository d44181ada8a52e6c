import { expect, test } from 'vitest';
import { isJson, parseJson } from '../../../src/code-host/send/bounded-fetch.ts';

test.for([
  ['{"id":3841651795600416768}', { id: '3841651795600416768' }],
  ['[{"id":9007199254740993,"deep":[-9007199254740993]}]', [{ id: '9007199254740993', deep: ['-9007199254740993'] }]],
  ['{"id":9007199254740991}', { id: 9007199254740991 }],
  ['{"text":"\\"id\\":3841651795600416768"}', { text: '"id":3841651795600416768' }],
  ['{"share":0.1234567890123456}', { share: 0.1234567890123456 }],
  ['{"broken":3841651795600416768', '{"broken":3841651795600416768'],
  ['{"id":42,  "spaced": true}', { id: 42, spaced: true }],
  ['', ''],
] as const)('%s is read as %s', ([text, expected]) => {
  expect(parseJson(text)).toEqual(expected);
});

test('a number beyond exactness keeps its digits wherever in a text it stands', () => {
  for (let before = 0; before < 40; before += 1) {
    const pad = ' '.repeat(before);
    expect(parseJson(`${pad}[9007199254740993]`)).toEqual(['9007199254740993']);
    expect(parseJson(`${pad}[123456789012345,1]`)).toEqual([123456789012345, 1]);
  }
});

test.for([
  ['application/json; charset=utf-8', true],
  ['Application/JSON', true],
  ['text/html', false],
  ['application/jsonp', false],
  ['text/plain; of=application/json', false],
] as const)('an answer of type %s is JSON: %s', ([type, expected]) => {
  expect(isJson({ 'content-type': type })).toBe(expected);
});

test('what is not JSON stays as it is', () => {
  expect(isJson({})).toBe(false);
});
