import { expect, it } from 'vitest';
import { atSentenceStart } from '../src/lib/sentence-start.ts';

it.each([
  ['the code host', 'The code host'],
  ['the simulated code host', 'The simulated code host'],
  ['github.com', 'github.com'],
  ['team.example.com', 'team.example.com'],
  ['the.example.com', 'the.example.com'],
  ['the-forge.example.com', 'the-forge.example.com'],
])('%s begins a message as %s', (name, written) => {
  expect(atSentenceStart(name)).toBe(written);
});
