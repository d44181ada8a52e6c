import { valueKey } from '@orgdesk/people-files/cells';
import { readRows } from '@orgdesk/people-files/read-rows';
import { reviewOf } from '@orgdesk/people-files/review';
import { emailHeading, loginHeading, roleHeading, teamsHeading } from '@orgdesk/people-files/table/headings';
import { NO_CHOICE } from '@orgdesk/people-files/table/table-choice';
import { describe, expect, it } from 'vitest';
import { readRowsFile } from '../../src/features/invitations/form/read-rows-file.ts';
import { EXPORTS, TEAMS } from './files/exports.ts';

const teams = new Map(TEAMS.map((name, index) => [valueKey(name), { id: index + 1, name }]));

it.each(EXPORTS)('reads a file of $origin', async ({ name, bytes, people, by = null }) => {
  const file = await readRowsFile(new File([new Uint8Array(bytes)], name));
  const text = 'text' in file ? file.text : file.refusal;
  const { table } = readRows(text, { teams });
  expect((table?.doubles ?? 0) > 0).toBe(by !== null);
  const choices = by === null ? {} : { [table?.key ?? '']: { ...NO_CHOICE, person: by } };
  const rows = reviewOf([{ file: name, read: readRows(text, { teams, choices }) }], {});
  expect(
    rows.map(({ person, role, teams: own, problem }) => [person, role, own?.map((team) => team.name) ?? null, problem]),
  ).toEqual(people.map((each) => [...each, null]));
});

const HEADINGS = {
  email:
    'Email|E-mail|E-Mail|email address|Work Email|Primary Work Email|Email - Primary Work|Email Address [Required]|mail|userPrincipalName|Company email|Contact E-Mail|E-Mail-Adresse|Mailadresse|E-Mail (geschäftlich)|Dienstliche E-Mail|Adresse e-mail|Adresse électronique|Courriel|Courriel professionnel|E-mail professionnel|Correo|Correo electrónico|Dirección de correo|Correo de la empresa|Indirizzo e-mail|Posta elettronica|E-mail aziendale|Endereço eletrônico|E-mail corporativo|E-mailadres|Zakelijk e-mailadres',
  login:
    'Username|User name|user_name|Login|GitHub|GitHub username|GitHub user name (required)|GitHub login|githubLogin|GitHub handle|GH user|GitHub account|What is your GitHub username?|GitHub profile URL|GitHub-Benutzername|Benutzername|Nutzername|GitHub-Konto|Anmeldename|Nom d’utilisateur|Nom d’utilisateur GitHub|Compte GitHub|Identifiant GitHub|Nombre de usuario|Usuario de GitHub|Cuenta de GitHub|Nome utente|Nome utente GitHub|Conta do GitHub|Nome de usuário|Gebruikersnaam|GitHub-gebruikersnaam',
  role: 'Role|Roles|Org role|Organization role|Access|Access level|Permission|Permission level|GitHub role|Membership role|Rolle|Rollen|Berechtigung|Berechtigungsstufe|Zugriff|Rôle|Rôle GitHub|Accès|Niveau d’accès|Autorisation|Rol|Rol en la organización|Permiso|Acceso|Nivel de acceso|Ruolo|Permesso|Livello di accesso|Papel|Função|Nível de acesso|Toegangsniveau',
  teams:
    'Team|Teams|Team(s)|Team name|GitHub team|Which team are you on?|Group|Groups|Squad|Department|Org Unit Path [Required]|Supervisory Organization|Teamname|Gruppe|Gruppen|Arbeitsgruppe|Abteilung|Équipe|Équipes|Groupe|Département|Equipo|Equipos|Grupo|Departamento|Gruppo|Squadra|Reparto|Equipe|Equipa|Groep|Afdeling',
} as const;

describe('of 32 common headings in seven languages, at least 30 are recognized', () => {
  it.each([
    ['email', emailHeading],
    ['login', loginHeading],
    ['role', (heading: string) => Number(roleHeading(heading))],
    ['teams', teamsHeading],
  ] as const)('for %s', (kind, rate) => {
    const headings = HEADINGS[kind].split('|');
    expect(headings).toHaveLength(32);
    expect(
      headings.filter((heading) => rate(heading) > 0).length,
      String(headings.filter((heading) => rate(heading) === 0)),
    ).toBeGreaterThanOrEqual(30);
  });

  it.each(['Manager Email', 'E-Mail des Vorgesetzten', 'Emergency contact email', 'Email verified', 'Recovery Email'])(
    'but %j is not the person’s own address',
    (heading) => {
      expect(emailHeading(heading)).toBe(0);
    },
  );
});

it('prefers a work address to others, and the address itself to a name for signing in', () => {
  const kinds = (text: string) => readRows(text).table?.kinds;
  expect(kinds('Private E-Mail;E-Mail\na@b.example;c@d.example')).toEqual(['ignore', 'email']);
  expect(kinds('Email,Work email\na@b.example,c@d.example')).toEqual(['ignore', 'email']);
  expect(kinds('login,email\na@b.example,c@d.example')).toEqual(['ignore', 'email']);
  expect(kinds('Username,Phone\na@b.example,1')).toEqual(['email', 'ignore']);
});

it('uses a column of roles or departments only if its contents fit', () => {
  const kinds = (text: string) => readRows(text, { teams }).table?.kinds;
  expect(kinds('login,role\nada,Software engineer\ntim,Designer')).toEqual(['login', 'ignore']);
  expect(kinds('login,role\nada,Software engineer\ntim,Admin')).toEqual(['login', 'role']);
  expect(kinds('login,department\nada,Legal')).toEqual(['login', 'ignore']);
  expect(kinds('login,department\nada,platform\ntim,Legal')).toEqual(['login', 'teams']);
});

it('counts values and tells what they stand for', () => {
  const { table } = readRows('login,Team,Access\nada,Engineering,Admin\ntim,engineering; Data Science,boss\n', {
    teams,
  });
  expect(table?.teams).toEqual([
    { value: 'Engineering', count: 2, meaning: { id: 2, name: 'Engineering' } },
    { value: 'Data Science', count: 1, meaning: null },
  ]);
  expect(table?.roles).toEqual([
    { value: 'Admin', count: 1, meaning: 'admin' },
    { value: 'boss', count: 1, meaning: null },
  ]);
});
