import type { AboutAnswer } from '@orgdesk/client';
import { createContext, useContext } from 'react';

export interface CodeHostAddress {
  readonly name: string;
  readonly url: string | null;
}

export const CodeHostContext = createContext<CodeHostAddress>({ name: 'GitHub', url: null });

export const useCodeHost = (): CodeHostAddress => useContext(CodeHostContext);

/** Uses the host name unless it is simulated or unknown. */
export const codeHostOf = (about: AboutAnswer | undefined): CodeHostAddress => ({
  name: nameOf(about),
  url: about?.codeHost.url ?? null,
});

function nameOf(about: AboutAnswer | undefined): string {
  if (about === undefined) return 'GitHub';
  if (about.codeHost.demoPeople !== null) return 'the simulated code host';
  const host = URL.parse(about.codeHost.url)?.host;
  return host === undefined || host === 'github.com' ? 'GitHub' : host;
}
