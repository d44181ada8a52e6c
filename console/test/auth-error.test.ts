import { describe, expect, it } from 'vitest';
import { readAuthError, readAuthErrorDetails, withoutAuthError } from '../src/features/account/auth-error.tsx';

const MESSAGE = 'Your sign in session expired. Please try signing in again.';
const GENERAL = 'Something went wrong during sign in. Please try again.';

describe('the error of a sign-in in the address', () => {
  it.each([
    [`/?authError=${encodeURIComponent(MESSAGE)}`, MESSAGE],
    [`/?tab=people&authError=${encodeURIComponent(MESSAGE)}#top`, MESSAGE],
    [`/?authError=${MESSAGE.replaceAll(' ', '+')}`, MESSAGE],
    ['/?authError=%E0%A4%A', GENERAL],
    ['/?authError=Call+this+number', GENERAL],
    ['/?authError=', null],
    ['/?authError=%20', null],
    ['/?authErrors=x', null],
    ['/#?authError=x', null],
    ['/', null],
  ])('is read from %s', (address, message) => {
    expect(readAuthError(address)).toBe(message);
  });

  it.each([
    ['/?authError=x&authErrorCode=app-refused&authErrorId=0a1b.-', 'app-refused', '0a1b.-'],
    ['/?authError=x&authErrorCode=code-host-away', null, null],
    ['/?authError=x&authErrorCode=call-us&authErrorId=call+this+number', null, null],
    [`/?authErrorId=${'a'.repeat(65)}`, null, null],
  ])('is read from %s with its details', (address, outage, requestId) => {
    expect(readAuthErrorDetails(address)).toEqual({ outage, requestId });
  });

  it.each([
    ['/?authError=x', '/'],
    ['/?authError=x&authError=y', '/'],
    ['/?q=1&authError=x&authErrorCode=app-refused&authErrorId=abc', '/?q=1'],
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
