import type { AboutAnswer } from '@orgdesk/client';

/** How sentences call the code host: by its host name, unless it is simulated or not known (yet). */
export function codeHostName(about: AboutAnswer | undefined): string {
  if (about === undefined) return 'the code host';
  if (about.codeHost.demoPeople !== null) return 'the simulated code host';
  return URL.parse(about.codeHost.url)?.host ?? 'the code host';
}
