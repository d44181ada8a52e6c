import type { OrganizationPlan, PlanFilesAnswer } from '@orgdesk/contract';
import { bearerOf, type Caller, type Case, FOREIGN, ownersOnlyCases, withCookie } from './answer-case.ts';

const FILES = '/api/organizations/acme/files';
const WRONG = { files: [{ name: 'organization.yaml', text: 'version: 2' }] };
const files = (text: string) => ({ files: [{ name: 'organization.yaml', text: `version: 1\n${text}` }] });

let teams = 0;
async function planOf({ post, bearer }: Caller, text?: string): Promise<OrganizationPlan> {
  teams += 1;
  const body = files(text ?? `teams: {entries: {case-team-${teams}: {}}}`);
  const { plan } = (await post(`${FILES}/plan`, body, bearer)).json as PlanFilesAnswer;
  if (plan === null) throw new Error('there is no plan');
  return plan;
}
const apply = async (caller: Caller, plan: unknown) =>
  caller.post(`${FILES}/apply`, { plan, lifted: [] }, caller.bearer);

const limited = ({ service }: Caller) => {
  const match = { path: '/user/memberships/orgs/lumen-labs' };
  service.simulator.control.fault({ match, times: 1, kind: 'primary-rate-limit' });
};

const POSTED: Readonly<
  Record<string, { readonly path: string; readonly bodyIn: (caller: Caller) => Promise<unknown> }>
> = {
  planOrganizationFiles: { path: 'plan', bodyIn: async () => WRONG },
  updateOrganizationFiles: { path: 'update', bodyIn: async () => files('people: {}') },
  applyOrganizationPlan: { path: 'apply', bodyIn: async (caller) => ({ plan: await planOf(caller), lifted: [] }) },
};

/** Cases of the endpoints about organization files. */
export const ORGANIZATION_FILE_CASES: readonly Case[] = [
  ['getOrganizationFileSchema', 200, 'the schema', ({ get }) => get('/api/organization-files/schema.json')],
  ...(['checkOrganizationFiles', 'convertPeribolosFiles'] as const).flatMap((id): readonly Case[] => {
    const address = `/api/organization-files/${id === 'checkOrganizationFiles' ? 'check' : 'from-peribolos'}`;
    const body = { organization: 'acme', files: [{ name: 'org.yaml', text: '{' }] };
    return [
      [id, 200, 'problems', ({ post, bearer }) => post(address, body, bearer)],
      [id, 400, 'nothing', ({ post, bearer }) => post(address, {}, bearer)],
      [id, 403, 'another site', (caller) => caller.post(address, body, { ...withCookie(caller), ...FOREIGN })],
      [id, 413, 'too large', ({ post, bearer }) => post(address, 'x'.repeat(2_200_000), bearer)],
      [id, 415, 'text', ({ post, bearer }) => post(address, 'x', { ...bearer, 'content-type': 'text/plain' })],
    ];
  }),

  ['getOrganizationDrift', 400, 'a wrong value', ({ get, bearer }) => get(`${FILES}/drift?files=x`, bearer)],
  ['importOrganizationFiles', 400, 'a wrong section', ({ get, bearer }) => get(`${FILES}?section=x`, bearer)],
  ...(['importOrganizationFiles', 'getOrganizationDrift'] as const).flatMap((id): readonly Case[] => {
    const path = id === 'importOrganizationFiles' ? 'files' : 'files/drift';
    const ask = ({ get }: Caller, headers: Readonly<Record<string, string>>, organization = 'acme') =>
      get(`/api/organizations/${organization}/${path}`, headers);
    return [
      [id, 200, 'all', (caller) => ask(caller, caller.bearer)],
      ...ownersOnlyCases(id, ask),
      [id, 403, 'single sign-on', async (caller) => ask(caller, await bearerOf(caller, 'katherine'), 'vaultworks')],
      [
        id,
        503,
        'the code host is limited',
        async (caller) => {
          limited(caller);
          return ask(caller, caller.bearer, 'lumen-labs');
        },
      ],
    ];
  }),
  [
    'getOrganizationDrift',
    409,
    'too many steps',
    async ({ service, get, bearer }) => {
      const entries = Array.from({ length: 10_001 }, (_, nth) => `t${nth}: {}`).join(', ');
      const many = [{ name: 'teams.yaml', text: `version: 1\nteams: {entries: {${entries}}}` }];
      const { id: organizationId } = service.simulator.world.needOrganization('acme');
      const by = { id: 1, login: 'ada' };
      const ownerRules = { ownersMin: 1, requiredOwners: [] };
      const applied = { files: many, hash: 'x', at: new Date(), by, accounts: null, ownerRules };
      await service.storage.appliedFiles.replace(organizationId, applied);
      return get(`${FILES}/drift`, bearer);
    },
  ],

  [
    'planOrganizationFiles',
    200,
    'a plan',
    ({ post, bearer }) => post(`${FILES}/plan`, files('teams: {entries: {x: {}}}'), bearer),
  ],
  ['planOrganizationFiles', 200, 'problems', ({ post, bearer }) => post(`${FILES}/plan`, WRONG, bearer)],
  ...(['plan', 'update'] as const).map(
    (path): Case => [
      `${path}OrganizationFiles`,
      409,
      'too many steps',
      ({ post, bearer }) => {
        const entries = Array.from({ length: 10_001 }, (_, nth) => `t${nth}: {}`).join(', ');
        return post(`${FILES}/${path}`, files(`teams: {entries: {${entries}}}`), bearer);
      },
    ],
  ),
  ['applyOrganizationPlan', 202, 'begun', async (caller) => apply(caller, await planOf(caller))],
  ['applyOrganizationPlan', 409, 'altered', async (caller) => apply(caller, { ...(await planOf(caller)), hash: 'x' })],
  [
    'applyOrganizationPlan',
    409,
    'nothing to change',
    async (caller) => apply(caller, await planOf(caller, 'people: {owners: [ada]}')),
  ],
  [
    'updateOrganizationFiles',
    200,
    'changed files',
    ({ post, bearer }) => post(`${FILES}/update`, files('teams: {entries: {x: {}}}'), bearer),
  ],
  ['updateOrganizationFiles', 200, 'problems', ({ post, bearer }) => post(`${FILES}/update`, WRONG, bearer)],
  ...Object.entries(POSTED).flatMap(([id, { path, bodyIn }]): readonly Case[] => {
    const ask = async (caller: Caller, headers: Readonly<Record<string, string>>, organization = 'acme') =>
      caller.post(`/api/organizations/${organization}/files/${path}`, await bodyIn(caller), headers);
    const address = `${FILES}/${path}`;
    return [
      ...ownersOnlyCases(id, ask),
      [id, 400, 'nothing', ({ post, bearer }) => post(address, {}, bearer)],
      [id, 403, 'single sign-on', async (caller) => ask(caller, await bearerOf(caller, 'katherine'), 'vaultworks')],
      [id, 403, 'another site', (caller) => ask(caller, { ...withCookie(caller), ...FOREIGN })],
      [id, 413, 'too large', ({ post, bearer }) => post(address, 'x'.repeat(4_200_000), bearer)],
      [id, 415, 'text', ({ post, bearer }) => post(address, 'x', { ...bearer, 'content-type': 'text/plain' })],
      [
        id,
        503,
        'the code host is limited',
        async (caller) => {
          const body = await bodyIn(caller);
          limited(caller);
          return caller.post(`/api/organizations/lumen-labs/files/${path}`, body, caller.bearer);
        },
      ],
    ];
  }),
];
