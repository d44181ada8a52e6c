import { ok, refuse } from '@orgdesk/contract/result';
import { describeRemote, JSON_OPTION, parseWords } from '../../describe-remote.ts';

const SECTIONS = ['people', 'teams', 'outsideCollaborators'] as const;

export const command = describeRemote({
  summary: 'writes an organization as files',
  usage: [
    'file import ORGANIZATION FOLDER',
    'file import ORGANIZATION FOLDER --update',
    'file import ORGANIZATION FOLDER --from-peribolos PATH',
  ],
  about: `
Writes organization.yaml, outside-collaborators.yaml and one file for each team below teams/. Existing files are only replaced
with --force; comments in them are lost. --update changes existing files instead, where they say something else than the
organization, and keeps comments. For owners. --from-peribolos reads org.yaml and the teams.yaml of several folders instead,
without a session or a service; what cannot be carried over is listed on standard error.`,
  options: {
    section: { type: 'string', value: 'SECTION', choices: SECTIONS, says: `only one of ${SECTIONS.join(', ')}` },
    'from-peribolos': { type: 'string', value: 'PATH', says: 'converts these files, without reading the organization' },
    update: { type: 'boolean', says: 'changes the files in FOLDER, and only what they own' },
    force: { type: 'boolean', says: 'replaces existing files' },
    ...JSON_OPTION,
  },
  exitCodes: {},
  example: 'orgdesk file import acme organization/\norgdesk file import acme organization/ --update',
  parse: ({ section, force = false, update = false, 'from-peribolos': peribolos = null }, words) => {
    const read = parseWords(words, ['ORGANIZATION', 'FOLDER']);
    if (!read.ok) return read;
    const [organization, folder] = read.value;
    const chosen = SECTIONS.find((each) => each === section);
    if (chosen !== undefined && peribolos !== null) return refuse('--section is not possible with --from-peribolos');
    if (update && (force || chosen !== undefined || peribolos !== null))
      return refuse('--update is not possible with --section, --force or --from-peribolos');
    return ok({ organization, folder, section: chosen ?? null, peribolos, force, update });
  },
  load: () => import('./run-import.ts'),
});
