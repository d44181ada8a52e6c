import { unknownArgument, withoutArguments } from '@orgdesk/command-framework/describe-command';
import { CLIENT_NAME_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { ok, refuse } from '@orgdesk/contract/result';
import { describeRemote, FORMAT_OPTIONS, JSON_OPTION } from '../../describe-remote.ts';

export const login = describeRemote({
  summary: 'signs in to a service, with a code that you enter in a browser',
  usage: ['login [--url URL]'],
  about: `
Shows a code and the address of a page. Open it in any browser, also on another device, enter the code and approve. The
session lasts up to 24 hours and is kept in a file that only you can read; the console lists it under Sessions. In CI, set
ORGDESK_SESSION and ORGDESK_URL instead.`,
  options: {
    name: { type: 'string', value: 'NAME', says: 'how the session is listed (orgdesk on this computer)' },
    ...JSON_OPTION,
  },
  exitCodes: {},
  example: 'orgdesk login --url https://orgdesk.example.com',
  parse: ({ name = null }, [extra]) => {
    if (extra !== undefined) return refuse(unknownArgument(extra));
    if (name !== null && !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(name))
      return refuse('--name takes plain letters');
    if (name !== null && name.length > CLIENT_NAME_MAX_CHARACTERS) {
      return refuse(`--name takes at most ${CLIENT_NAME_MAX_CHARACTERS} characters`);
    }
    return ok({ name });
  },
  load: async () => ({ run: (await import('./run.ts')).signIn }),
});

export const logout = describeRemote({
  summary: 'ends the session and forgets it',
  usage: ['logout'],
  about: 'Ends the session of this command line at the service and removes it from the session file.',
  options: JSON_OPTION,
  exitCodes: {},
  example: 'orgdesk logout',
  parse: (_, args) => withoutArguments(args, null),
  load: async () => ({ run: (await import('./run.ts')).signOut }),
});

export const whoami = describeRemote({
  summary: 'shows who is signed in, where, and until when',
  usage: ['whoami'],
  about: 'Shows the person and the service of the session. The session itself is never printed.',
  options: FORMAT_OPTIONS,
  exitCodes: {},
  example: 'orgdesk whoami\norgdesk whoami --json | jq -r .login',
  parse: (_, args) => withoutArguments(args, null),
  load: async () => ({ run: (await import('./run.ts')).showSession }),
});

export const orgs = describeRemote({
  summary: 'lists your organizations',
  usage: ['orgs'],
  about: 'Lists the organizations that you belonged to when you signed in, with your role and the state of the App.',
  options: FORMAT_OPTIONS,
  exitCodes: {},
  example: "orgdesk orgs\norgdesk orgs --json | jq -r '.[].login'",
  parse: (_, args) => withoutArguments(args, null),
  load: async () => ({ run: (await import('./run.ts')).listOrganizations }),
});
