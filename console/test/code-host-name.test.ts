import { describe, expect, it } from 'vitest';
import { codeHostName } from '../src/features/about/code-host-name.ts';

const about = (url: string, isSimulated = false) => ({
  version: '0.1.0',
  codeHost: { url, demoPeople: isSimulated ? [] : null },
});

describe('the name of the code host', () => {
  it('is its host, with the port when it has one', () => {
    expect(codeHostName(about('https://github.com'))).toBe('github.com');
    expect(codeHostName(about('https://git.example:8443/'))).toBe('git.example:8443');
  });

  it('says that it is simulated', () => {
    expect(codeHostName(about('http://localhost:4000', true))).toBe('the simulated code host');
  });

  it('is general as long as it is not known', () => {
    expect(codeHostName(undefined)).toBe('the code host');
    expect(codeHostName(about('not an address'))).toBe('the code host');
  });
});
