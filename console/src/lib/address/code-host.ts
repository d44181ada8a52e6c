import type { AboutAnswer } from '@orgdesk/client';
import { createContext, useContext } from 'react';

/** The code host that the service works with, as the page speaks of it and leads to it. */
export interface CodeHost {
  /** How sentences call it, as it fits behind "Sign in with". */
  readonly name: string;
  /** Address of its pages; null while not known. */
  readonly url: string | null;
}

export const CodeHostContext = createContext<CodeHost>({ name: 'the code host', url: null });

/** The code host, for any part of the page. */
export const useCodeHost = (): CodeHost => useContext(CodeHostContext);

/** What the service says of its code host: by its host name, unless it is simulated or not known (yet). */
export const codeHostOf = (about: AboutAnswer | undefined): CodeHost => ({
  name: nameOf(about),
  url: about?.codeHost.url ?? null,
});

function nameOf(about: AboutAnswer | undefined): string {
  if (about === undefined) return 'the code host';
  if (about.codeHost.demoPeople !== null) return 'the simulated code host';
  return URL.parse(about.codeHost.url)?.host ?? 'the code host';
}
