/** What somebody who starts the service without settings wants to know. */
export interface DemoFacts {
  readonly serviceUrl: string;
  readonly codeHostUrl: string;
  readonly people: readonly { readonly login: string; readonly description: string }[];
}

/** The words of `npm start` while the simulated code host is in use. */
export function demoBanner({ serviceUrl, codeHostUrl, people }: DemoFacts): string {
  const width = Math.max(...people.map(({ login }) => login.length), 0);
  return [
    '',
    '  orgdesk is running against a simulated code host. Nobody and nothing in it is real.',
    '',
    `    Open            ${serviceUrl}`,
    `    Simulated host  ${codeHostUrl}`,
    '',
    '  Sign in as (no password):',
    ...people.map(({ login, description }) => `    ${login.padEnd(width)}  ${description}`),
    '',
    '  For a real code host see the settings in docs/operations.md. Stop with Ctrl+C.',
    '',
    '',
  ].join('\n');
}
