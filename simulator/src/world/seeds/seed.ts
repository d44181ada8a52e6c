import { createWorld, type World } from '../world.ts';
import { seedInvitations } from './invitations.ts';
import { seedPeople } from './people.ts';

const FIRST_NAMES =
  'amara bela chiara dmitri elif farid gita hugo ines jonas keiko lars mei nadia omar petra quinn rosa sven tariq'.split(
    ' ',
  );
const LAST_NAMES = 'abel brandt costa dahl eriksen fontana gruber haas ito jansen keller lopez moreau'.split(' ');
const SUBJECTS = 'billing search mobile identity fleet ledger routing catalog alerts reports media pricing'.split(' ');
const SHAPES = 'api web worker sdk docs infra proto tools jobs schema'.split(' ');

const NORTHWIND_MEMBERS = 260;
const NORTHWIND_REPOSITORIES = 1_200;
const NORTHWIND_TEAMS = 25;
/** Indexes of a team without people and one without repositories. */
const NORTHWIND_EMPTY = 24;
const NORTHWIND_IDLE = 23;

/**
 * The App covers all repositories of `acme`, `northwind`, `vaultworks` (SAML), `closed-circle` and `brimful`, and two
 * of `lumen-labs`; it is suspended on `harbor-tools`, absent from `quiet-co`.
 */
export function seedWorld(now: () => number = Date.now, app: 'with-app' | 'without-app' = 'with-app'): World {
  return createWorld((world) => {
    people(world);
    acme(world);
    smallCompanies(world);
    vaultworks(world);
    northwind(world);
    seedInvitations(world, now);
    seedPeople(world, now);
    if (app === 'without-app') for (const { id } of world.installations()) world.removeInstallation(id);
  }, now);
}

function people(world: World): void {
  const add = (login: string, name: string | null, signInNote: string | null, company: string | null = null) =>
    world.addUser({ login, name, signInNote, company });
  add('ada', 'Ada Lovelace', 'Owner of acme, lumen-labs, harbor-tools and quiet-co', '@acme');
  add('grace', 'Grace Hopper', 'Member of acme and northwind, owner of nothing');
  add('margaret', 'Margaret Hamilton', 'Owner of northwind, the large one: 260 people');
  add('edsger', 'Edsger Dijkstra', 'Belongs to no organization');
  add('barbara', 'Barbara Liskov', 'Owner of vaultworks, signed on through SAML');
  add('katherine', 'Katherine Johnson', 'Member of acme and of vaultworks, whose SAML sign-on is missing');
  add('alan', null, 'Has no display name; member of acme and lumen-labs');
  add('dorothy', 'Dorothy Vaughan', 'Billing manager of acme, invited to lumen-labs but not yet a member');
  add('tim', 'Tim Berners-Lee', null);
  add('radia', 'Radia Perlman', null);
}

function acme(world: World): void {
  world.addOrganization({
    login: 'acme',
    name: 'Acme Corporation',
    description: 'Anvils, rockets and everything in between',
    websiteUrl: 'https://acme.example',
    verified: true,
    requiresTwoFactor: true,
  });
  world.addMembership({ organization: 'acme', login: 'ada', role: 'admin' });
  for (const login of ['grace', 'katherine', 'alan', 'tim']) world.addMembership({ organization: 'acme', login });
  world.addMembership({ organization: 'acme', login: 'dorothy', role: 'billing_manager' });
  world.addRepository({ owner: 'acme', name: 'api', isPrivate: true, isArchived: false, language: 'TypeScript' });
  world.addRepository({ owner: 'acme', name: 'website', isPrivate: false, isArchived: false });
  world.addRepository({ owner: 'acme', name: 'anvil-firmware', isPrivate: true, isArchived: false });
  world.addRepository({ owner: 'acme', name: 'rocket-skates', isPrivate: false, isArchived: true });
  world.addRepository({ owner: 'acme', name: 'new-idea', isPrivate: true, isArchived: false, pushedAt: null });
  world.addTeam({
    organization: 'acme',
    name: 'Engineering',
    description: 'Everybody who builds',
    members: [{ login: 'ada', role: 'MAINTAINER' }, { login: 'grace' }],
    repositories: [
      { name: 'api', permission: 'WRITE' },
      { name: 'website', permission: 'READ' },
    ],
  });
  world.addTeam({
    organization: 'acme',
    name: 'Platform',
    parent: 'engineering',
    members: [{ login: 'grace', role: 'MAINTAINER' }, { login: 'alan' }],
    repositories: [{ name: 'api', permission: 'ADMIN' }],
  });
  world.addTeam({ organization: 'acme', name: 'Incident Response', privacy: 'SECRET', members: [{ login: 'ada' }] });
  world.addInstallation({ account: 'acme' });
}

function smallCompanies(world: World): void {
  world.addOrganization({ login: 'lumen-labs', name: 'Lumen Labs', description: 'Light, measured' });
  world.addMembership({ organization: 'lumen-labs', login: 'ada', role: 'admin' });
  world.addMembership({ organization: 'lumen-labs', login: 'alan' });
  for (const name of ['optics', 'spectra', 'bench', 'notebook']) world.addRepository({ owner: 'lumen-labs', name });
  world.addTeam({ organization: 'lumen-labs', name: 'Lab', members: [{ login: 'ada' }, { login: 'alan' }] });
  world.addInstallation({ account: 'lumen-labs', repositories: ['optics', 'spectra'] });

  world.addOrganization({ login: 'harbor-tools', name: 'Harbor Tools', description: 'Cranes and containers' });
  world.addMembership({ organization: 'harbor-tools', login: 'ada', role: 'admin' });
  world.addMembership({ organization: 'harbor-tools', login: 'tim', role: 'admin' });
  world.addRepository({ owner: 'harbor-tools', name: 'crane' });
  world.addInstallation({ account: 'harbor-tools', suspended: true });

  world.addOrganization({ login: 'quiet-co', name: null });
  world.addMembership({ organization: 'quiet-co', login: 'ada', role: 'admin' });
  world.addMembership({ organization: 'quiet-co', login: 'radia' });
  world.addRepository({ owner: 'quiet-co', name: 'whisper', isPrivate: false });

  world.addRepository({ owner: 'ada', name: 'notes', isPrivate: true });
  world.addInstallation({ account: 'ada' });
}

function vaultworks(world: World): void {
  world.addOrganization({
    login: 'vaultworks',
    name: 'Vaultworks',
    description: 'Behind single sign-on',
    samlEnforced: true,
  });
  world.addMembership({ organization: 'vaultworks', login: 'barbara', role: 'admin' });
  world.addMembership({ organization: 'vaultworks', login: 'katherine' });
  world.setSamlAuthorized('vaultworks', 'barbara', true);
  world.addRepository({ owner: 'vaultworks', name: 'safe', isPrivate: true });
  world.addTeam({
    organization: 'vaultworks',
    name: 'Locksmiths',
    members: [{ login: 'barbara', role: 'MAINTAINER' }],
  });
  world.addInstallation({ account: 'vaultworks' });
}

function northwind(world: World): void {
  world.addOrganization({
    login: 'northwind',
    name: 'Northwind Traders International',
    description: 'Ships nearly everything, nearly everywhere',
    websiteUrl: 'https://northwind.example',
    verified: true,
  });
  world.addMembership({ organization: 'northwind', login: 'margaret', role: 'admin' });
  world.addMembership({ organization: 'northwind', login: 'grace' });
  const members = ['margaret', 'grace'];
  for (let index = 0; members.length < NORTHWIND_MEMBERS; index += 1) {
    const first = FIRST_NAMES[index % FIRST_NAMES.length] ?? 'sam';
    const last = LAST_NAMES[Math.floor(index / FIRST_NAMES.length)] ?? 'smith';
    const name = index % 9 === 4 ? null : `${capital(first)} ${capital(last)}`;
    const { login } = world.addUser({ login: `${first}-${last}`, name });
    world.addMembership({ organization: 'northwind', login, role: index % 60 === 7 ? 'admin' : 'member' });
    members.push(login);
  }
  const repositories: string[] = [];
  for (let index = 0; index < NORTHWIND_REPOSITORIES; index += 1) {
    const subject = SUBJECTS[index % SUBJECTS.length];
    const shape = SHAPES[Math.floor(index / SUBJECTS.length) % SHAPES.length];
    const round = Math.floor(index / (SUBJECTS.length * SHAPES.length));
    const name = round === 0 ? `${subject}-${shape}` : `${subject}-${shape}-${round + 1}`;
    world.addRepository({ owner: 'northwind', name });
    repositories.push(name);
  }
  for (let index = 0; index < NORTHWIND_TEAMS; index += 1) {
    const subject = SUBJECTS[index % SUBJECTS.length] ?? 'team';
    const level = Math.floor(index / SUBJECTS.length);
    world.addTeam({
      organization: 'northwind',
      name: level === 0 ? capital(subject) : `${capital(subject)} ${level === 1 ? 'on call' : 'leads'}`,
      ...(level === 0 ? {} : { parent: subject }),
      members: members
        .filter(
          (_login, position) =>
            index !== NORTHWIND_EMPTY && (position % NORTHWIND_TEAMS === index || (index === 0 && position < 120)),
        )
        .map((login, position) => ({ login, role: position === 0 ? ('MAINTAINER' as const) : ('MEMBER' as const) })),
      repositories: repositories
        .filter((_name, position) => index !== NORTHWIND_IDLE && position % NORTHWIND_TEAMS === index)
        .map((name) => ({ name })),
    });
  }
  world.addInstallation({ account: 'northwind' });
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
