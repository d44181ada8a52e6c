import { describe, expect, it } from 'vitest';
import { codeHostOf } from '../src/lib/address/code-host.ts';

const about = (url: string, isSimulated = false) => ({
  version: '0.1.0',
  codeHost: { url, demoPeople: isSimulated ? [] : null },
});

describe('the name of the code host', () => {
  it('is its host name, with a port if it has one', () => {
    expect(codeHostOf(about('https://github.com')).name).toBe('GitHub');
    expect(codeHostOf(about('https://git.example:8443/')).name).toBe('git.example:8443');
  });

  it('says that it is simulated', () => {
    expect(codeHostOf(about('http://localhost:4000', true)).name).toBe('the simulated code host');
  });

  it('is generic until it is loaded', () => {
    expect(codeHostOf(undefined).name).toBe('GitHub');
    expect(codeHostOf(about('not an address')).name).toBe('GitHub');
  });
});
