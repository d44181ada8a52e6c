import { withoutWords } from '@orgdesk/command-framework/describe-command';
import { describeCommand } from '../command.ts';

export const command = describeCommand({
  summary: 'registers the App on the code host and writes a settings file',
  usage: ['setup [OPTION …]'],
  about: `
Registers orgdesk as a GitHub App on github.com, GHE.com or Enterprise Server, with only the permissions, events and
URLs it needs. It opens a local page, where you confirm before you confirm on the code host. Then it generates the secrets,
shows the settings and writes them to a file that only you can read. It never overwrites a file.

On a terminal it prompts for missing options. Otherwise, and with --yes, it uses the defaults.
If interrupted, run the same command again to continue. The code host's code expires after one hour.`,
  options: {
    'base-url': { type: 'string', value: 'URL', says: 'URL where people open orgdesk (http://localhost:PORT)' },
    'code-host-url': { type: 'string', value: 'URL', says: "the code host's web URL (https://github.com)" },
    'code-host-api-url': { type: 'string', value: 'URL', says: 'its REST API, if not at the default URL' },
    organization: {
      type: 'string',
      value: 'LOGIN',
      says: 'organization that will own the App (your own account)',
    },
    name: { type: 'string', value: 'NAME', says: 'name of the App, up to 34 characters (orgdesk-HOST)' },
    public: {
      type: 'boolean',
      says: 'lets other accounts install the App; an App owned by your account is always public',
    },
    'env-file': { type: 'string', value: 'PATH', says: 'settings file to write (orgdesk.env)' },
    'database-url': { type: 'string', value: 'URL', says: 'the database (sqlite:./data/orgdesk.db)' },
    permission: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      says: 'optional permission to request, may be repeated; an unknown name lists all',
    },
    port: { type: 'string', value: 'NUMBER', says: 'port to listen on (3000, or the port of a local base URL)' },
    code: {
      type: 'string',
      value: 'CODE',
      says: 'the code, or the full URL that a browser on another machine was redirected to',
    },
    'no-browser': { type: 'boolean', says: "prints the page's URL instead of opening a browser" },
    yes: { type: 'boolean', short: 'y', says: 'does not prompt' },
  },
  exitCodes: {
    0: 'settings written',
    1: 'failed; see standard error',
    130: 'stopped; run the same command again to continue',
  },
  example:
    'npx orgdesk setup --base-url https://orgdesk.example.com --organization acme\nnpx orgdesk setup --code-host-url https://git.example.com --no-browser',
  parse: (values, words) => withoutWords(words, values),
  load: () => import('./run.ts'),
});
