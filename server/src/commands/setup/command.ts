import { describeCommand, withoutWords } from '../command.ts';

export const command = describeCommand({
  summary: 'registers the App on the code host and writes the settings into a file',
  usage: ['setup [OPTION …]'],
  about: `
Registers orgdesk as an App on github.com, GHE.com or an Enterprise Server, with exactly the permissions, events and
addresses it needs: it opens a page on this machine, you confirm there and on the code host. Then it makes the secrets,
shows the settings and writes them into a file that only you can read. No file is ever overwritten.

On a terminal it asks for what no option says; elsewhere, and with --yes, what no option says is as usual.
When it is cut short, the same command goes on where it was. A code of the code host is good for an hour.`,
  options: {
    'base-url': { type: 'string', value: 'URL', says: 'where people reach orgdesk (http://localhost:PORT)' },
    'code-host-url': { type: 'string', value: 'URL', says: 'the code host (https://github.com)' },
    'code-host-api-url': { type: 'string', value: 'URL', says: 'its REST API, where it is in no usual place' },
    organization: {
      type: 'string',
      value: 'LOGIN',
      says: 'the organization that is to own the App (your own account)',
    },
    name: { type: 'string', value: 'NAME', says: 'how the App is called, 34 characters at most (orgdesk-HOST)' },
    public: {
      type: 'boolean',
      says: 'others than that organization may install the App; one of your own account always is public',
    },
    'env-file': { type: 'string', value: 'PATH', says: 'where the settings are written (orgdesk.env)' },
    'database-url': { type: 'string', value: 'URL', says: 'the database (sqlite:./data/orgdesk.db)' },
    port: { type: 'string', value: 'NUMBER', says: 'the port orgdesk listens on (3000, or that of a local base URL)' },
    code: {
      type: 'string',
      value: 'CODE',
      says: 'the code, or the whole address that a browser elsewhere was sent to, in place of the page',
    },
    'no-browser': { type: 'boolean', says: 'opens no browser, and only says where the page is' },
    yes: { type: 'boolean', short: 'y', says: 'asks nothing' },
  },
  exitCodes: {
    0: 'the settings are written',
    1: 'not done; standard error says why and what to do next',
    130: 'stopped; the same command goes on',
  },
  example:
    'npx orgdesk setup --base-url https://orgdesk.example.com --organization acme\nnpx orgdesk setup --code-host-url https://git.example.com --no-browser',
  parse: (values, words) => withoutWords(words, values),
  load: () => import('./run.ts'),
});
