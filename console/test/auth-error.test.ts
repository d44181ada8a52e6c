import { describe, expect, it } from 'vitest';
import { readAuthError, withoutAuthError } from '../src/features/account/auth-error.ts';

const SENTENCE = 'Your sign in session expired. Please try signing in again.';

describe('the error of a sign-in in the address', () => {
  it.each([
    [`/?authError=${encodeURIComponent(SENTENCE)}`, SENTENCE],
    [`/?tab=people&authError=${encodeURIComponent(SENTENCE)}#top`, SENTENCE],
    [`/?authError=${SENTENCE.replaceAll(' ', '+')}`, SENTENCE],
    ['/?authError=%E0%A4%A', '\uFFFD%A'],
    ['/?authError=', null],
    ['/?authError=%20', null],
    ['/?authErrors=x', null],
    ['/#?authError=x', null],
    ['/', null],
  ])('is read from %s', (address, sentence) => {
    expect(readAuthError(address)).toBe(sentence);
  });

  it('is cut when it is longer than any sentence of the service', () => {
    expect(readAuthError(`/?authError=${'x'.repeat(5000)}`)).toHaveLength(300);
  });

  it.each([
    ['/?authError=x', '/'],
    ['/?authError=x&authError=y', '/'],
    ['/?authError=x#top', '/#top'],
    ['/a%20b?q=a%20b+c&authError=x&r=%C3%A4&&s', '/a%20b?q=a%20b+c&r=%C3%A4&&s'],
    ['/?auth%45rror=x&q=1', '/?q=1'],
    ['/?q=1', '/?q=1'],
    ['/?', '/?'],
    ['/?q=authError=x', '/?q=authError=x'],
    ['/#?authError=x', '/#?authError=x'],
  ])('leaves %s as %s', (address, clean) => {
    expect(withoutAuthError(address)).toBe(clean);
  });
});
